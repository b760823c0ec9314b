import { bash, environment, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:8080/callback',
  signOutUri: 'http://localhost:8080/',
  startUrl: 'http://localhost:8080/sign-in',
  steps: values => [
    step('install', bash('go get github.com/coreos/go-oidc/v3/oidc golang.org/x/oauth2')),
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
	config   oauth2.Config
	verifier *oidc.IDTokenVerifier
}

func newAuth(ctx context.Context) *auth {
	provider, err := oidc.NewProvider(ctx, os.Getenv("OIDC_ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	id := os.Getenv("OIDC_CLIENT_ID")
	return &auth{
		config: oauth2.Config{
			ClientID:     id,
			ClientSecret: os.Getenv("OIDC_CLIENT_SECRET"),
			RedirectURL:  os.Getenv("OIDC_REDIRECT_URI"),
			Endpoint:     provider.Endpoint(),
			Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
		},
		verifier: provider.VerifierContext(ctx, &oidc.Config{
			ClientID:             id,
			SupportedSigningAlgs: []string{oidc.ES256, oidc.ES384, oidc.RS256},
		}),
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
	"encoding/json"
	"log"
	"net/http"

	"golang.org/x/oauth2"
)

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

func main() {
	auth := newAuth(context.Background())

	http.HandleFunc("GET /sign-in", func(w http.ResponseWriter, r *http.Request) {
		state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		remember(w, "state", state)
		remember(w, "verifier", verifier)
		http.Redirect(w, r, auth.config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), http.StatusFound)
	})

	http.HandleFunc("GET ${new URL(values.redirectUri).pathname}", func(w http.ResponseWriter, r *http.Request) {
		if state := recall(r, "state"); state == "" || state != r.FormValue("state") {
			http.Error(w, "Start the sign-in again.", http.StatusBadRequest)
			return
		}
		tokens, err := auth.config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(recall(r, "verifier")))
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
		var user struct {
			Subject string \`json:"sub"\`
			Name    string \`json:"name"\`
		}
		if err := idToken.Claims(&user); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		// Keep the user in a session of your own here.
		json.NewEncoder(w).Encode(user)
	})

	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}
`,
      ),
    ),
    step('run', bash('set -a; . ./.env; set +a\ngo run .')),
  ],
};
