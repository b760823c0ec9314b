import { apiGuides, testRequests } from '../../packages/console/src/areas/api-resources/guides.ts';

const values = {
  issuer: 'https://auth.example.com/oidc',
  audience: 'https://api.example.com',
  scope: 'read:orders',
};

/** The names that the site's code blocks know. */
const fences = {
  ts: 'ts',
  python: 'python outside',
  java: 'java outside',
  csharp: 'csharp outside',
  go: 'go outside',
};

/** The code is the same that the console shows in the guide of an API resource. */
export const printCallYourApi = () => `# Call your API

At the end of this page your application calls your API with an access token, and your API refuses requests without one.

## Before you begin

1. Create an [API resource](api-resources.md) with the identifier \`${values.audience}\` and the permission \`${values.scope}\`.
2. Create a [role](roles.md) with that permission and assign it to your users, or make it a default role.

## Get an access token in your application

Ask for the API and its permissions when the user signs in, then request a token for it. With the React SDK:

\`\`\`tsx
import { LogtoProvider, useLogto } from '@logto/react';

const settings = {
  endpoint: 'https://auth.example.com',
  appId: 'your-application-id',
  resources: ['${values.audience}'],
  scopes: ['${values.scope}'],
};

export const Root = () => (
  <LogtoProvider config={settings}>
    <Orders />
  </LogtoProvider>
);

const Orders = () => {
  const { getAccessToken, signIn } = useLogto();
  const load = async () => {
    const token = await getAccessToken('${values.audience}');
    const response = await fetch('https://api.example.com/orders', {
      headers: { Authorization: \`Bearer \${token}\` },
    });
    // The session has ended: sign in again. A 403 means that the user's roles lack the permission.
    if (response.status === 401) return signIn(\`\${window.location.origin}/callback\`);
    return response.json();
  };
  return <button onClick={load}>Load orders</button>;
};
\`\`\`

The SDK keeps the token, refreshes it before it expires, and needs no code of yours for it. Users who signed in before you added the API sign in again to get its permissions. Other libraries send the same two parameters: \`resource\` and \`scope\`, in the authorization request and in the token request.

A machine-to-machine application needs no user:

\`\`\`sh run
curl --fail --silent "$ENDPOINT/oidc/token" \\
  --user "$CLIENT_ID:$CLIENT_SECRET" \\
  --data grant_type=client_credentials \\
  --data-urlencode "resource=$RESOURCE" \\
  --data scope=all
\`\`\`

## Check the token in your API

The middleware answers 401 without a valid token and 403 when the permission is missing. It also allows your application's origin (CORS). Open **API resources**, choose your API and then **Open guide** to get the same code with your own values.

${Object.values(apiGuides)
  .map(({ name, language, install, file, start, url, check }) =>
    [
      `### ${name}`,
      `\`\`\`sh outside\n${install}\n\`\`\``,
      `In \`${file}\`:`,
      `\`\`\`${fences[language]}\n${check(values).trimEnd()}\n\`\`\``,
      `Start it. It answers at <${url}>:`,
      `\`\`\`sh outside\n${start}\n\`\`\``,
    ].join('\n\n'),
  )
  .join('\n\n')}

## Test it

\`\`\`sh outside
${testRequests('http://localhost:4000/orders')}
\`\`\`

## Troubleshooting

| Symptom | Cause | Remedy |
|---|---|---|
| 401 for every token | The token is opaque, because the request named no \`resource\` | Send \`resource\`, in the authorization request as well |
| 401, "unexpected aud" | The identifier in your API differs from the API resource, often by a slash at the end | Copy the identifier from the console |
| 403, \`scope\` is empty | The user has no role with the permission, or signed in before the application asked for it | Assign the role, then sign in again |
| Blocked by CORS | The preflight request is answered with 401 | Allow your origin before you check tokens |
| \`invalid_target\` from Gatehouse | No API resource has this identifier | Create it, or correct \`resource\` |
`;
