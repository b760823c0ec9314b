import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { home, issuer, serve } from './application.mjs';

const resourceServerUrl = new URL(`${home}/mcp`);
const scopesSupported = ['use:tools'];
const oauthMetadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
const keys = createRemoteJWKSet(new URL(oauthMetadata.jwks_uri));

const verifyAccessToken = async token => {
  const { payload } = await jwtVerify(token, keys, { issuer, audience: resourceServerUrl.href }).catch(
    error => {
      throw new InvalidTokenError(error.message);
    },
  );
  const { client_id: clientId, scope, exp: expiresAt, aud, sub } = payload;
  return { token, clientId, scopes: scope.split(' '), expiresAt, extra: { aud, sub } };
};

const app = express();
app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl, scopesSupported }));
app.post(
  '/mcp',
  express.json(),
  requireBearerAuth({
    verifier: { verifyAccessToken },
    requiredScopes: scopesSupported,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resourceServerUrl),
  }),
  async (request, response) => {
    const server = new McpServer({ name: 'example', version: '1.0.0' });
    server.registerTool(
      'whoami',
      { description: 'Who calls' },
      ({ authInfo: { clientId, scopes, extra } }) => ({
        content: [{ type: 'text', text: JSON.stringify({ clientId, scopes, ...extra }) }],
      }),
    );
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  },
);
app.all('/mcp', (_request, response) => response.sendStatus(405));

serve(app);
