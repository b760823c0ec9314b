import type { Page, Request, Route } from '@playwright/test';

type Reply = { status?: number; json?: unknown; body?: string; headers?: Record<string, string> };

/** Answers requests to a path of the tenant's API in the server's place, as it would to a page of the console. */
export const answer = (
  page: Page,
  method: string,
  path: string,
  reply: Reply | ((route: Route) => Promise<void>),
) =>
  page.route(
    url => url.pathname.endsWith(`/api${path}`),
    route => {
      if (route.request().method() !== method) return route.fallback();
      if (typeof reply === 'function') return reply(route);
      return route.fulfill({ ...reply, headers: { ...crossOrigin, ...reply.headers } });
    },
  );

export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Total-Number',
};

/** The claims in the bearer token of a request. */
export const tokenOf = (request: Request): Record<string, unknown> => {
  const payload = request.headers().authorization?.replace('Bearer ', '').split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
};

export const isTo = (method: string, path: string) => (request: Request) =>
  request.method() === method && new URL(request.url()).pathname.endsWith(path);
