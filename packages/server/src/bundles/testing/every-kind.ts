/** The values of the variables in the files. */
export const everyVariable = {
  SMTP_PASSWORD: 'value-of-smtp',
  GITHUB_SECRET: 'value-of-github',
  OKTA_SECRET: 'value-of-okta',
  TURNSTILE_SECRET: 'value-of-turnstile',
  HOOK_TOKEN: 'value-of-hook',
  STREAM_TOKEN: 'value-of-stream',
  PRICE_LIST_KEY: 'value-of-price-list',
  RISK_KEY: 'value-of-risk',
};

const file = (path: string, text: string) => ({ path, text: `${text.trim()}\n` });

/** One object of each kind at least, with references between them. */
export const everyKind = [
  file(
    'api-resources/orders-api.yaml',
    `
name: Orders API
indicator: https://orders.example
accessTokenTtl: 600
permissions:
  - name: read:orders
    description: Read orders
  - name: write:orders`,
  ),
  file(
    'organization-template/permissions/manage-billing.yaml',
    `
name: manage:billing
description: Pay and cancel`,
  ),
  file(
    'organization-template/roles/owner.yaml',
    `
name: Owner
permissions: [manage-billing]
apiPermissions: [orders-api/write:orders]`,
  ),
  file(
    'roles/clerk.yaml',
    `
name: Clerk
description: Handles orders
permissions: [orders-api/read:orders, orders-api/write:orders]`,
  ),
  file(
    'roles/importer.yaml',
    `
name: Importer
description: Imports orders
type: MachineToMachine
permissions: [orders-api/write:orders]`,
  ),
  file(
    'applications/shop.yaml',
    `
name: Shop
type: SPA
description: Where people buy
appLevelAccessControlEnabled: true
accessRoles: [clerk]
oidcClientMetadata:
  redirectUris: [https://shop.example/callback]
  postLogoutRedirectUris: [https://shop.example]
customClientMetadata:
  corsAllowedOrigins: [https://shop.example]
customData: { team: commerce }
signInExperience:
  displayName: The shop
  branding: {}
  color: {}
  customCss: null
  privacyPolicyUrl: null
  termsOfUseUrl: null`,
  ),
  file(
    'applications/partner.yaml',
    `
name: Partner
type: Traditional
isThirdParty: true
oidcClientMetadata:
  redirectUris: [https://partner.example/callback]
  postLogoutRedirectUris: []
consent:
  user: [email, profile]
  organization: [manage-billing]
  api: [orders-api/read:orders]
  organizationApi: [orders-api/write:orders]`,
  ),
  file(
    'applications/nightly-import.yaml',
    `
name: Nightly import
type: MachineToMachine
roles: [importer]`,
  ),
  file(
    'applications/wiki.yaml',
    `
name: Wiki
type: SAML
saml:
  entityId: https://wiki.example/saml
  acsUrl:
    binding: urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST
    url: https://wiki.example/acs
  attributeMapping: { email: mail }`,
  ),
  file(
    'connectors/smtp.yaml',
    `
connectorId: simplemail-transfer-protocol
config:
  host: mail.example
  port: 587
  fromEmail: Shop <no-reply@shop.example>
  auth: { user: shop, pass: "\${SMTP_PASSWORD}" }`,
  ),
  file(
    'connectors/github.yaml',
    `
connectorId: github-universal
syncProfile: true
config: { clientId: abc, clientSecret: "\${GITHUB_SECRET}" }`,
  ),
  file(
    'enterprise-sso/okta.yaml',
    `
connectorName: Okta of Acme
providerName: Okta
domains: [acme.example]
config: { clientId: okta, clientSecret: "\${OKTA_SECRET}", issuer: https://acme.okta.example }`,
  ),
  file(
    'enterprise-sso/adfs.yaml',
    `
connectorName: ADFS of Umbrella
providerName: SAML
domains: [umbrella.example]
config:
  metadataUrl: https://adfs.umbrella.example/metadata
  signAuthnRequest: true`,
  ),
  file(
    'profile-fields/team.yaml',
    `
name: team
type: Text
label: Team
required: false`,
  ),
  file(
    'custom-text/de.yaml',
    `
language: de
text: { sign_in: { title: Einloggen } }`,
  ),
  file('captcha/default.yaml', 'type: Turnstile\nsiteKey: site\nsecretKey: "${TURNSTILE_SECRET}"'),
  file(
    'sign-in-experience.yaml',
    `
color: { primaryColor: "#aa0000", darkPrimaryColor: "#ff5555", isDarkModeEnabled: true }
socialSignInConnectorTargets: [github]
singleSignOnEnabled: true
captchaPolicy: { enabled: true }
customCss: |
  .button {
    color: red;
  }`,
  ),
  file('account-center.yaml', 'enabled: true\nfields: { name: Edit }'),
  file(
    'email-templates/signin-en.yaml',
    `
templateType: SignIn
languageTag: en
subject: Your code
content: "<p>{{code}}</p>"
contentType: text/html`,
  ),
  file('tokens.yaml', 'session: { ttl: 3600 }\nclientIdMetadataDocuments: { enabled: true }'),
  file(
    'customize-jwt/access-token.yaml',
    `
token: access-token
script: |
  const getCustomJwtClaims = async ({ environmentVariables }) => ({
    prices: environmentVariables.KEY.length,
  });
environmentVariables: { KEY: "\${PRICE_LIST_KEY}" }`,
  ),
  file(
    'sign-in-scripts/postsignin.yaml',
    `
moment: action.postSignIn
script: |
  const runAction = async () => {};
environmentVariables: { KEY: "\${RISK_KEY}" }
onExecutionError: block`,
  ),
  file(
    'webhooks/warehouse.yaml',
    `
name: Warehouse
events: [User.Created, PostSignIn]
config:
  url: https://warehouse.example/hook
  headers: { authorization: "\${HOOK_TOKEN}" }
  retries: 2`,
  ),
  file(
    'log-streams/siem.yaml',
    `
name: SIEM
config: { kind: http, url: https://siem.example/in, format: json-lines }
includeChanges: true
secrets: { bearerToken: "\${STREAM_TOKEN}" }`,
  ),
  file('custom-domains/id-shop-example.yaml', 'domain: id.shop.example'),
];
