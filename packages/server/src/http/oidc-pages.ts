import type { ServerResponse } from 'node:http';

/** When the provider itself cannot be reached there is nobody to print an error but us. */
export const sendOidcFailure = (response: ServerResponse, status: keyof typeof failures) => {
  if (response.headersSent) return response.destroy();
  const fields = { 'content-type': 'application/json', ...(status === 503 ? { 'retry-after': '2' } : {}) };
  response.writeHead(status, fields).end(JSON.stringify(failures[status]));
};

const answerTimeoutMs = 20_000;

/** The provider keeps no time: whoever waits too long hears of it. */
export const limitAnswering = (response: ServerResponse) => {
  const late = setTimeout(() => {
    if (!response.headersSent) sendOidcFailure(response, 503);
  }, answerTimeoutMs);
  response.once('close', () => clearTimeout(late));
};

const failures = {
  403: {
    error: 'access_denied',
    code: 'subscription.tenant_suspended',
    message: 'This tenant is suspended. Contact us to reactivate it.',
  },
  404: { code: 'request.not_found', message: 'There is no tenant at this address.' },
  500: { error: 'server_error', code: 'server.internal', message: 'Something went wrong.' },
  503: {
    error: 'temporarily_unavailable',
    code: 'server.unavailable',
    message: 'The service is temporarily unavailable. Try again in a moment.',
  },
} as const;
