import type { ServerResponse } from 'node:http';
import { headers } from '@gatehouse/contract/dialect.ts';
import { errorBody, languageOf } from '../http/errors.ts';
import { drawFailurePage, opensPage } from '../http/failure-page.ts';
import { RequestError } from '../request-error.ts';

/** If the provider itself cannot be reached, we print the error. */
export const sendOidcFailure = (response: ServerResponse, status: keyof typeof failures) => {
  if (response.headersSent) return response.destroy();
  response.statusCode = status;
  if (status === 503) response.setHeader('retry-after', '2');
  if (opensPage(response.req)) return void sendPage(response, failures[status].code);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(failures[status]));
};

/** A person whom an application has sent here reads it in their language. */
const sendPage = async (response: ServerResponse, code: (typeof failures)[keyof typeof failures]['code']) => {
  const language = languageOf(response.req.headers['accept-language']);
  const { message } = await errorBody(new RequestError(code), language);
  const page = await drawFailurePage(language, message, String(response.getHeader(headers.requestId)));
  if (response.headersSent) return;
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store');
  response.end(page);
};

const answerTimeoutMs = 20_000;

/** The provider has no timeout, so we answer requests that take too long. */
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
