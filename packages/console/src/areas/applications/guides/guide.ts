/** What a reader's code needs to know; filled in from the tenant and the application. */
export type GuideValues = {
  endpoint: string;
  issuer: string;
  appId: string;
  /** The real one only where the reader asked for it. */
  secret: string;
  redirectUri: string;
  signOutUri: string;
  /** The identifier of the tenant's management API, as an example of an API. */
  audience: string;
  /** Where a protected site is found. */
  siteUrl: string;
};

/** What a step is about: its title and sentence are phrases of these names. */
export type StepName =
  | 'install'
  | 'environment'
  | 'configure'
  | 'scheme'
  | 'sign_in'
  | 'callback'
  | 'user'
  | 'sign_out'
  | 'server'
  | 'run'
  | 'token'
  | 'call_api'
  | 'discovery'
  | 'request'
  | 'exchange'
  | 'saml_metadata'
  | 'saml_settings'
  | 'proxy'
  | 'identity'
  | 'verify';

/** How a snippet is written, and thereby how it is checked. */
export type SnippetLanguage =
  | 'bash'
  | 'env'
  | 'http'
  | 'js'
  | 'ts'
  | 'tsx'
  | 'json'
  | 'vue'
  | 'svelte'
  | 'html'
  | 'xml'
  | 'yaml'
  | 'python'
  | 'go'
  | 'java'
  | 'csharp'
  | 'php'
  | 'ruby'
  | 'swift'
  | 'kotlin'
  | 'dart';

export type Snippet = {
  /** Where the code goes. */
  file?: string;
  language: SnippetLanguage;
  code: string;
};

export type GuideStep = { name: StepName; snippets: Snippet[] };

export type Guide = {
  /** What the snippets use, until the application has addresses of its own; absent where nobody comes back. */
  redirectUri?: string;
  signOutUri?: string;
  /** Where the started application is opened to sign in. */
  startUrl?: string;
  steps: (values: GuideValues) => GuideStep[];
};

export const step = (name: StepName, ...snippets: Snippet[]): GuideStep => ({ name, snippets });

export const bash = (code: string): Snippet => ({ language: 'bash', code });

export const snippet = (language: SnippetLanguage, file: string, code: string): Snippet => ({
  language,
  file,
  code,
});

/** The values of servers, which keep them out of their code. */
export const environment = ({ issuer, appId, secret, redirectUri }: GuideValues) =>
  snippet(
    'env',
    '.env',
    `OIDC_ISSUER=${issuer}
OIDC_CLIENT_ID=${appId}
OIDC_CLIENT_SECRET=${secret}
OIDC_REDIRECT_URI=${redirectUri}
`,
  );

/** Libraries refuse addresses without TLS unless told, as while developing. */
export const isInsecure = ({ issuer }: GuideValues) => issuer.startsWith('http://');

/** What an emulator of Android calls localhost is itself, until it is told. */
export const forwardToAndroid = ({ issuer }: GuideValues) => {
  const { hostname, port } = new URL(issuer);
  return hostname === 'localhost' ? `adb reverse tcp:${port} tcp:${port}\n` : '';
};

/** While developing: Android lets an app speak without TLS only when asked to. */
export const allowPlainHttp = (values: GuideValues, folder: string) =>
  isInsecure(values)
    ? [
        snippet(
          'xml',
          `${folder}/src/debug/AndroidManifest.xml`,
          `<manifest xmlns:android="http://schemas.android.com/apk/res/android">
  <uses-permission android:name="android.permission.INTERNET" />
  <application android:usesCleartextTraffic="true" />
</manifest>
`,
        ),
      ]
    : [];

/** What iOS has to know of an app that is called back, and of a server without TLS while developing. */
export const infoPlist = (values: GuideValues, file: string) =>
  snippet(
    'xml',
    file,
    `<key>CFBundleURLTypes</key>
<array>
  <dict>
    <key>CFBundleURLSchemes</key>
    <array>
      <string>${values.redirectUri.split(':')[0]}</string>
    </array>
  </dict>
</array>
${
  isInsecure(values)
    ? `<key>NSAppTransportSecurity</key>
<dict>
  <key>NSAllowsLocalNetworking</key>
  <true/>
</dict>
`
    : ''
}`,
  );

const plainEnvironment = (name: string) => `process.env.${name}`;

/** TypeScript wants to hear that a variable of the environment is there. */
export const typedEnvironment = (name: string) => `process.env.${name}!`;

/** How `openid-client` is set up; it finds the endpoints by the issuer. */
export const discoverWithOpenidClient = (values: GuideValues, read = plainEnvironment) =>
  [
    'export const config = await client.discovery(',
    `  new URL(${read('OIDC_ISSUER')}),`,
    `  ${read('OIDC_CLIENT_ID')},`,
    '  undefined,',
    `  client.ClientSecretBasic(${read('OIDC_CLIENT_SECRET')}),`,
    ...(isInsecure(values) ? ['  { execute: [client.allowInsecureRequests] },'] : []),
    ');',
  ].join('\n');
