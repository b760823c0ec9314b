import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: ({ issuer, endpoint, appId, secret, audience }) => [
    step('install', bash('go get golang.org/x/oauth2')),
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
		ClientID:       "${appId}",
		ClientSecret:   os.Getenv("OIDC_CLIENT_SECRET"),
		TokenURL:       "${issuer}/token",
		Scopes:         []string{"all"},
		EndpointParams: url.Values{"resource": {"${audience}"}},
	}
	response, err := config.Client(context.Background()).Get("${endpoint}/api/applications")
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
    step('run', bash(`OIDC_CLIENT_SECRET=${secret} go run .`)),
  ],
};
