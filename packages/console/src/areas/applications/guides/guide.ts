/** An API that the application calls with a token of its user. */
export type GuideApi = {
  /** The resource indicator. */
  resource: string;
  scope: string;
  /** An endpoint of the API. */
  url: string;
};

/** The values that a guide fills into its code, from the tenant and the application. */
export type GuideValues = {
  endpoint: string;
  issuer: string;
  appId: string;
  /** A placeholder until the reader reveals the real one. */
  secret: string;
  redirectUri: string;
  signOutUri: string;
  /** The identifier of the tenant's management API, which serves as the example. */
  audience: string;
  /** The public URL of a protected site. */
  siteUrl: string;
  /** Absent until the reader chooses one. */
  api?: GuideApi;
};

/** The title and the text of a step are the phrases of this name. */
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
  | 'your_api'
  | 'discovery'
  | 'request'
  | 'exchange'
  | 'saml_metadata'
  | 'saml_settings'
  | 'proxy'
  | 'identity'
  | 'verify';

/** The language decides how a test checks the snippet. */
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
  /** The file the code belongs in. */
  file?: string;
  language: SnippetLanguage;
  code: string;
};

/** Stands in the code until the reader asks for the secret. A word of the code, the same in all languages. */
export const placeholderSecret = 'your-app-secret';

export type GuideStep = { name: StepName; snippets: Snippet[] };

export type Guide = {
  /** Suggested until the application has redirect URIs. Absent where no user is redirected. */
  redirectUri?: string;
  signOutUri?: string;
  /** The URL at which the reader opens the running application to sign in. */
  startUrl?: string;
  steps: (values: GuideValues) => GuideStep[];
};

/** The files of a guide. Snippets for the same file follow each other. */
export const filesOf = (steps: readonly GuideStep[]) => {
  const files = new Map<string, Snippet & { file: string }>();
  for (const each of steps.flatMap(({ snippets }) => snippets)) {
    const { file } = each;
    if (!file || each.language === 'http') continue;
    const before = files.get(file);
    files.set(file, { ...each, file, code: before ? `${before.code}\n${each.code}` : each.code });
  }
  return [...files.values()];
};

/** The port of a local URL, which the program has to listen on. */
export const portOf = (uri: string, usual: number) => {
  const { hostname, port } = new URL(uri);
  return hostname === 'localhost' && port ? Number(port) : usual;
};

export const step = (name: StepName, ...snippets: Snippet[]): GuideStep => ({ name, snippets });

export const bash = (code: string): Snippet => ({ language: 'bash', code });

/** Systems refuse to install Python packages outside of a virtual environment. */
export const pipInstall = (packages: string) =>
  bash(`python3 -m venv .venv\n. .venv/bin/activate\npip install ${packages}`);

/** A new folder needs a module first. */
export const goGet = (packages: string) => bash(`[ -f go.mod ] || go mod init app\ngo get ${packages}`);

export const snippet = (language: SnippetLanguage, file: string, code: string): Snippet => ({
  language,
  file,
  code,
});

/** Server-side guides keep these values out of the code. */
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

/** The scope of the API, after the scopes that every sign-in asks for. */
export const apiScope = ({ api }: GuideValues) => (api ? ` ${api.scope}` : '');

/** The parameter of a request that names the API. */
export const resourceLine = ({ api }: GuideValues, indent: string) =>
  api ? `\n${indent}resource: '${api.resource}',` : '';

/** The options of the grant of `openid-client`, which name the API again. */
export const resourceOption = ({ api }: GuideValues, indent: string) =>
  api ? `\n${indent}{ resource: '${api.resource}' },` : '';

export const machineEnvironment = ({ issuer, appId, secret, audience }: GuideValues) =>
  snippet(
    'env',
    '.env',
    `OIDC_ISSUER=${issuer}
OIDC_CLIENT_ID=${appId}
OIDC_CLIENT_SECRET=${secret}
API_AUDIENCE=${audience}
`,
  );

/** Most libraries reject URLs without TLS by default, which matters during development. */
export const isInsecure = ({ issuer }: GuideValues) => issuer.startsWith('http://');

/** On an Android emulator, localhost is the emulator itself until the port is forwarded. */
export const forwardToAndroid = ({ issuer }: GuideValues, api?: GuideApi) =>
  [issuer, ...(api ? [api.url] : [])]
    .map(url => new URL(url))
    .filter(({ hostname }) => hostname === 'localhost')
    .map(({ port }) => `adb reverse tcp:${port} tcp:${port}\n`)
    .join('');

/** Development only: Android blocks plain HTTP by default. */
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

/** Registers the URL scheme of the callback, and allows plain HTTP during development. */
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

/** TypeScript does not know that the variable is set. */
export const typedEnvironment = (name: string) => `process.env.${name}!`;

/** Sets up `openid-client`, which discovers the endpoints from the issuer. */
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
