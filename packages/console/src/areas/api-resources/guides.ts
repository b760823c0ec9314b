type Values = { issuer: string; audience: string };

/** Code that a reader copies; real values are filled in. */
export const protectApi = {
  api: ({ issuer, audience }: Values) => ({
    install: 'npm install jose',
    check: `import { createRemoteJWKSet, jwtVerify } from 'jose';

const keys = createRemoteJWKSet(new URL('${issuer}/jwks'));

export const authenticate = async (request, requiredScope) => {
  const [type, token] = (request.headers.authorization ?? '').split(' ');
  if (type !== 'Bearer') throw new Error('A bearer token is needed.');
  const { payload } = await jwtVerify(token, keys, {
    issuer: '${issuer}',
    audience: '${audience}',
  });
  const scopes = (payload.scope ?? '').split(' ');
  if (requiredScope && !scopes.includes(requiredScope)) throw new Error('This token does not allow that.');
  return payload;
};
`,
  }),
} satisfies Record<string, (values: Values) => { install: string; check: string }>;

export const isGuideId = (id: string): id is keyof typeof protectApi => Object.hasOwn(protectApi, id);
