import type { ServerResponse } from 'node:http';

/** When the provider itself cannot be reached there is nobody to print an error but us. */
export const sendOidcFailure = (response: ServerResponse, status: keyof typeof failures) => {
  if (response.headersSent) return response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(failures[status]));
};

const failures = {
  403: {
    error: 'access_denied',
    code: 'subscription.tenant_suspended',
    message: 'This tenant is suspended. Contact us to reactivate it.',
  },
  404: { code: 'request.not_found', message: 'There is no tenant at this address.' },
  500: { error: 'server_error', code: 'server.internal', message: 'Something went wrong.' },
} as const;
