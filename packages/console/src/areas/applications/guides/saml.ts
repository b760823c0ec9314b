import { type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  steps: ({ endpoint, appId }) => [
    step('saml_metadata', snippet('http', 'GET', `${endpoint}/api/saml-applications/${appId}/metadata`)),
    step(
      'saml_settings',
      snippet(
        'yaml',
        'SAML 2.0',
        `entity-id: ${endpoint}/saml/${appId}
single-sign-on-url: ${endpoint}/api/saml/${appId}/authn
bindings: [HTTP-Redirect, HTTP-POST]
assertions: signed
`,
      ),
    ),
  ],
};
