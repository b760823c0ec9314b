import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import express from 'express';
import { home, serve } from './application.mjs';

const { MCP_SERVER, CLIENT_METADATA_URL, INITIAL_ACCESS_TOKEN } = process.env;
const redirectUrl = `${home}/callback`;

/** In-memory storage for the values that the SDK asks its application to keep. */
const kept = {};
const keep = name => value => {
  kept[name] = value;
};
const authProvider = {
  redirectUrl,
  clientMetadataUrl: CLIENT_METADATA_URL,
  clientMetadata: {
    client_name: 'Example client',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  clientInformation: () => kept.client,
  saveClientInformation: keep('client'),
  tokens: () => kept.tokens,
  saveTokens: keep('tokens'),
  redirectToAuthorization: keep('address'),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: keep('verifier'),
};

/** Registration takes a token here, which the SDK leaves to its application. */
const fetchWithToken = (url, options) => {
  if (!INITIAL_ACCESS_TOKEN || !String(url).endsWith('/register')) return fetch(url, options);
  const headers = new Headers(options?.headers);
  headers.set('authorization', `Bearer ${INITIAL_ACCESS_TOKEN}`);
  return fetch(url, { ...options, headers });
};

const open = () =>
  new StreamableHTTPClientTransport(new URL(MCP_SERVER), { authProvider, fetch: fetchWithToken });

const callTool = async () => {
  const client = new Client({ name: 'example', version: '1.0.0' });
  await client.connect(open());
  const { content } = await client.callTool({ name: 'whoami' });
  await client.close();
  return JSON.parse(content[0].text);
};

const app = express();

app.get('/', async (_request, response) => {
  try {
    response.json(await callTool());
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    response.redirect(kept.address);
  }
});

app.get('/callback', async ({ query }, response) => {
  await open().finishAuth(query.code);
  response.redirect('/');
});

app.get('/expired', async (_request, response) => {
  const { access_token: before } = kept.tokens;
  kept.tokens = { ...kept.tokens, access_token: 'expired' };
  response.json({ ...(await callTool()), isNew: kept.tokens.access_token !== before });
});

serve(app);
