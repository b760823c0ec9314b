import { bash, environment, type Guide, type GuideApi, goGet, portOf, snippet, step } from './guide.ts';

const orders = ({
  url,
}: GuideApi) => `	http.HandleFunc("GET /orders", func(w http.ResponseWriter, r *http.Request) {
		request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "${url}", nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		request.Header.Set("Authorization", "Bearer "+sessionOf(r).accessToken)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		// The API rejects the token. Sign in again to get a new one.
		if answer.StatusCode == http.StatusUnauthorized {
			http.Redirect(w, r, "/sign-in", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.StatusCode)
		io.Copy(w, answer.Body)
	})

`;

const usual = `type session struct {
	user    *user
	idToken string
}
`;

const withAccessToken = `type session struct {
	user        *user
	idToken     string
	accessToken string
}
`;

/** Names the API in the request for the code, and again when the code is exchanged. */
const resourceOption = ({ resource }: GuideApi) => `, oauth2.SetAuthURLParam("resource", "${resource}")`;

export const guide: Guide = {
  redirectUri: 'http://localhost:8080/callback',
  signOutUri: 'http://localhost:8080/',
  startUrl: 'http://localhost:8080/sign-in',
  steps: ({ api, ...values }) => [
    step('install', goGet('github.com/coreos/go-oidc/v3/oidc golang.org/x/oauth2')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'go',
        'auth.go',
        `package main

import (
	"context"
	"log"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type auth struct {
	config        oauth2.Config
	verifier      *oidc.IDTokenVerifier
	endSessionURL string
}

func newAuth(ctx context.Context) *auth {
	provider, err := oidc.NewProvider(ctx, os.Getenv("OIDC_ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	var metadata struct {
		EndSessionURL string \`json:"end_session_endpoint"\`
	}
	if err := provider.Claims(&metadata); err != nil {
		log.Fatal(err)
	}
	id := os.Getenv("OIDC_CLIENT_ID")
	return &auth{
		config: oauth2.Config{
			ClientID:     id,
			ClientSecret: os.Getenv("OIDC_CLIENT_SECRET"),
			RedirectURL:  os.Getenv("OIDC_REDIRECT_URI"),
			Endpoint:     provider.Endpoint(),
			Scopes:       []string{oidc.ScopeOpenID, "profile", "email"${api ? `, "${api.scope}"` : ''}},
		},
		verifier: provider.VerifierContext(ctx, &oidc.Config{
			ClientID:             id,
			SupportedSigningAlgs: []string{oidc.ES256, oidc.ES384, oidc.RS256},
		}),
		endSessionURL: metadata.EndSessionURL,
	}
}
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'go',
        'main.go',
        `package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
${api ? '	"io"\n' : ''}	"log"
	"net/http"
	"net/url"
	"sync"

	"golang.org/x/oauth2"
)

type user struct {
	Subject  string \`json:"sub"\`
	Name     string \`json:"name"\`
	Username string \`json:"username"\`
}

${api ? withAccessToken : usual}
// Use a shared session store if you run more than one process.
var sessions sync.Map

func remember(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

func recall(r *http.Request, name string) string {
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

func sessionOf(r *http.Request) session {
	known, _ := sessions.Load(recall(r, "session"))
	found, _ := known.(session)
	return found
}

func main() {
	auth := newAuth(context.Background())

	http.HandleFunc("GET /sign-in", func(w http.ResponseWriter, r *http.Request) {
		state, verifier := rand.Text(), oauth2.GenerateVerifier()
		remember(w, "state", state)
		remember(w, "verifier", verifier)
		http.Redirect(w, r, auth.config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)${
      api ? resourceOption(api) : ''
    }), http.StatusFound)
	})

	http.HandleFunc("GET ${new URL(values.redirectUri).pathname}", func(w http.ResponseWriter, r *http.Request) {
		if state := recall(r, "state"); state == "" || state != r.FormValue("state") {
			http.Error(w, "Start the sign-in again.", http.StatusBadRequest)
			return
		}
		tokens, err := auth.config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(recall(r, "verifier"))${
      api ? resourceOption(api) : ''
    })
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		raw, _ := tokens.Extra("id_token").(string)
		idToken, err := auth.verifier.Verify(r.Context(), raw)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		var signedIn user
		if err := idToken.Claims(&signedIn); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		id := rand.Text()
		sessions.Store(id, session{&signedIn, raw${api ? ', tokens.AccessToken' : ''}})
		remember(w, "session", id)
		http.Redirect(w, r, "/", http.StatusFound)
	})

	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		json.NewEncoder(w).Encode(map[string]*user{"user": sessionOf(r).user})
	})

${api ? orders(api) : ''}	http.HandleFunc("GET /sign-out", func(w http.ResponseWriter, r *http.Request) {
		query := url.Values{
			"id_token_hint":            {sessionOf(r).idToken},
			"post_logout_redirect_uri": {"${values.signOutUri}"},
		}
		sessions.Delete(recall(r, "session"))
		http.Redirect(w, r, auth.endSessionURL+"?"+query.Encode(), http.StatusFound)
	})

	log.Fatal(http.ListenAndServe("localhost:${portOf(values.redirectUri, 8080)}", nil))
}
`,
      ),
    ),
    step('run', bash('set -a; . ./.env; set +a\ngo run .')),
  ],
};
