import { bash, type Guide, goGet, machineEnvironment, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: values => [
    step('install', goGet('golang.org/x/oauth2')),
    step('environment', machineEnvironment(values)),
    step(
      'token',
      snippet(
        'go',
        'token.go',
        `package main

import (
	"context"
	"net/url"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

var config = clientcredentials.Config{
	ClientID:       os.Getenv("OIDC_CLIENT_ID"),
	ClientSecret:   os.Getenv("OIDC_CLIENT_SECRET"),
	TokenURL:       os.Getenv("OIDC_ISSUER") + "/token",
	Scopes:         []string{"all"},
	EndpointParams: url.Values{"resource": {os.Getenv("API_AUDIENCE")}},
}

// The client gets a token for its first request, and a new one when it has expired.
var client = config.Client(context.Background())
`,
      ),
    ),
    step(
      'call_api',
      snippet(
        'go',
        'main.go',
        `package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
)

func load(url string) (*http.Response, error) {
	response, err := client.Get(url)
	if err != nil || response.StatusCode != http.StatusUnauthorized {
		return response, err
	}
	response.Body.Close()
	// The API rejects the token. Get a new one and try once more.
	client = config.Client(context.Background())
	return client.Get(url)
}

func main() {
	response, err := load("${values.endpoint}/api/applications")
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	fmt.Println(response.Status, string(body))
}
`,
      ),
    ),
    step('run', bash('set -a; . ./.env; set +a\ngo run .')),
  ],
};
