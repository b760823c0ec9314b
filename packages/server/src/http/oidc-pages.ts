import type { ServerResponse } from 'node:http';
import type { LogoutPages } from '../oidc/logout-pages.ts';
import { plainPage } from './html.ts';

/** The library's form has no buttons of its own; ours name it by its id. */
export const signOutPages: LogoutPages = {
  confirm: (_, form) =>
    plainPage({
      title: 'Sign out?',
      body:
        `<p>You will be signed out of all applications in this browser.</p>${form}` +
        '<button class="primary" autofocus type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>' +
        '<button type="submit" form="op.logoutForm">Stay signed in</button>',
    }),
  done: '/signed-out',
};

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
