import { bash, type Guide, goGet, machineEnvironment, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: values => [
    step('install', goGet('golang.org/x/oauth2')),
    step('environment', machineEnvironment(values)),
    step(
      'token',
      snippet(
        'go',
        'main.go',
        `package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"

	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{
		ClientID:       os.Getenv("OIDC_CLIENT_ID"),
		ClientSecret:   os.Getenv("OIDC_CLIENT_SECRET"),
		TokenURL:       os.Getenv("OIDC_ISSUER") + "/token",
		Scopes:         []string{"all"},
		EndpointParams: url.Values{"resource": {os.Getenv("API_AUDIENCE")}},
	}
	response, err := config.Client(context.Background()).Get("${values.endpoint}/api/applications")
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
