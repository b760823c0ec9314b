import { type ApiGuide, usualUrl, type Values } from './api-guide.ts';
import { otherGuides } from './other-guides.ts';

const jwtMiddleware = ({ issuer, audience }: Values) => `const issuer = '${issuer}';
const audience = '${audience}';
const keys = createRemoteJWKSet(new URL(\`\${issuer}/jwks\`));`;

/** The claims of a valid token, or nothing. */
const verifyToken = (header: string) => `  const [type, token] = (${header} ?? '').split(' ');
  const verified =
    type === 'Bearer' && token
      ? await jwtVerify(token, keys, { issuer, audience }).catch(() => undefined)
      : undefined;`;

/**
 * Middleware that answers 401 without a valid token and 403 without the permission, and allows browsers on the
 * application's origin (CORS).
 */
export const apiGuides = {
  express: {
    name: 'Express',
    language: 'ts',
    install: 'npm install express jose',
    file: 'server.mjs',
    start: 'node server.mjs',
    url: usualUrl,
    check: values => `import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';

${jwtMiddleware(values)}

const requireScope = scope => async (request, response, next) => {
${verifyToken('request.headers.authorization')}
  if (!verified) {
    response.set('WWW-Authenticate', 'Bearer error="invalid_token"').status(401).end();
    return;
  }
  if (!String(verified.payload.scope ?? '').split(' ').includes(scope)) {
    response.status(403).json({ error: 'insufficient_scope', scope });
    return;
  }
  response.locals.userId = verified.payload.sub;
  next();
};

const app = express();

// Browsers ask first whether your application's origin is allowed (CORS).
app.use((request, response, next) => {
  response.set('Access-Control-Allow-Origin', 'http://localhost:5173');
  response.set('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  if (request.method === 'OPTIONS') response.status(204).end();
  else next();
});

app.get('/orders', requireScope('${values.scope}'), (_, response) => {
  response.json({ userId: response.locals.userId, orders: [] });
});

app.listen(process.env.PORT ?? 4000);
`,
  },
  fastify: {
    name: 'Fastify',
    language: 'ts',
    install: 'npm install fastify jose',
    file: 'server.mjs',
    start: 'node server.mjs',
    url: usualUrl,
    check: values => `import Fastify from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';

${jwtMiddleware(values)}

const requireScope = scope => async (request, reply) => {
${verifyToken('request.headers.authorization')}
  if (!verified) {
    return reply.code(401).header('WWW-Authenticate', 'Bearer error="invalid_token"').send();
  }
  if (!String(verified.payload.scope ?? '').split(' ').includes(scope)) {
    return reply.code(403).send({ error: 'insufficient_scope', scope });
  }
  request.userId = verified.payload.sub;
};

const server = Fastify();
server.decorateRequest('userId', '');

// Browsers ask first whether your application's origin is allowed (CORS).
server.addHook('onRequest', async (_, reply) => {
  reply.header('Access-Control-Allow-Origin', 'http://localhost:5173');
  reply.header('Access-Control-Allow-Headers', 'Authorization, Content-Type');
});
server.options('*', (_, reply) => reply.code(204).send());

server.get('/orders', { preHandler: requireScope('${values.scope}') }, async request => ({
  userId: request.userId,
  orders: [],
}));

await server.listen({ port: Number(process.env.PORT ?? 4000) });
`,
  },
  next: {
    name: 'Next.js',
    language: 'ts',
    install: 'npm install jose',
    file: 'app/api/orders/route.ts',
    start: 'npm run dev',
    url: 'http://localhost:3000/api/orders',
    check: values => `import { createRemoteJWKSet, jwtVerify } from 'jose';

${jwtMiddleware(values)}
const allowed = { 'Access-Control-Allow-Origin': 'http://localhost:5173' };

const requireScope = async (request: Request, scope: string) => {
${verifyToken("request.headers.get('authorization')")}
  if (!verified) return new Response(null, { status: 401, headers: allowed });
  const scopes = String(verified.payload.scope ?? '').split(' ');
  if (!scopes.includes(scope)) return new Response(null, { status: 403, headers: allowed });
};

export const GET = async (request: Request) =>
  (await requireScope(request, '${values.scope}')) ?? Response.json({ orders: [] }, { headers: allowed });

export const OPTIONS = () =>
  new Response(null, { headers: { ...allowed, 'Access-Control-Allow-Headers': 'Authorization' } });
`,
  },
  ...otherGuides,
} as const satisfies Record<string, ApiGuide>;

/** Each answers with the status behind it. */
export const testRequests = (url: string) => `curl -i ${url}                                   # 401
curl -i ${url} -H "Authorization: Bearer $TOKEN"  # 200, or 403 without the permission`;

export type ApiGuideId = keyof typeof apiGuides;

export const isGuideId = (id: string): id is ApiGuideId => Object.hasOwn(apiGuides, id);
