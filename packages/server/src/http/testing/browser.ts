import { request as requestHttp } from 'node:http';
import { call } from './app.ts';

/**
 * A browser as far as the server can tell: it keeps cookies and follows redirects one at a time. `proxy`: where
 * every request goes, with the host that it was for, for names that no DNS knows. `always`: headers of every request.
 * `ask`: how a request is sent.
 */
export const createBrowser = (
  proxy?: string,
  always: Record<string, string> = {},
  ask: typeof call = proxy ? callPlainly : call,
) => {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (
    url: string,
    options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const { host, pathname, search } = new URL(url);
    const answer = await ask(proxy ? `${proxy}${pathname}${search}` : url, {
      ...options,
      headers: {
        cookie: cookieHeader(),
        accept: 'text/html',
        ...(proxy ? { 'x-forwarded-host': host } : {}),
        ...always,
        ...options.headers,
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const isGone = attributes.some(attribute => /^expires=Thu, 01 Jan 1970/i.test(attribute));
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { ...answer, location: answer.headers.get('location') };
  };
  return {
    send,
    cookies: cookieHeader,
    /** Puts cookies into the jar that the server has not set: those of another browser, or of a sibling host. */
    plant(header: string) {
      for (const cookie of header.split('; ')) {
        const [name = '', value = ''] = cookie.split(/=(.*)/s);
        cookies.set(name, value);
      }
    },
    /** Goes on until something that is not a redirect, or a redirect to somewhere else. */
    async follow(url: string, origin: string) {
      let address = url;
      for (let hops = 0; hops < 10; hops += 1) {
        if (!address.startsWith(origin)) return { address, answer: undefined };
        const answer = await send(address);
        if (answer.status < 300 || answer.status >= 400 || !answer.location) return { address, answer };
        address = new URL(answer.location, address).href;
      }
      throw new Error(`Too many redirects, the last one to ${address}.`);
    },
    /** One step of the sign-in pages. */
    experience: (
      origin: string,
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => send(`${origin}/api${path}`, { method, body, headers: { accept: 'application/json', ...headers } }),
  };
};

export type Browser = ReturnType<typeof createBrowser>;

/** Like `call`, without the headers by which `fetch` tells that it is no page load. */
export const callPlainly: typeof call = async (url, { method, body, headers = {} } = {}) => {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = requestHttp(url, { method, headers: { ...type, ...headers } }, async answer => {
    const chunks = await answer.toArray();
    const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const { statusCode: status = 0 } = answer;
    resolve(
      new Response([204, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers: fields }),
    );
  });
  request.on('error', reject).end(text);
  const answer = await promise;
  const read = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return {
    status: answer.status,
    headers: answer.headers,
    text: read,
    body: isJson ? JSON.parse(read) : undefined,
  };
};

/** Registers a new user with a username and a password like the register page, up to the URL to continue with. */
export const registerUser = async (
  browser: Browser,
  origin: string,
  user: { username: string; password: string },
) => {
  await browser.experience(origin, 'PUT', '/experience', { interactionEvent: 'Register' });
  const identifier = { type: 'username', value: user.username };
  const { body: verified } = await browser.experience(
    origin,
    'POST',
    '/experience/verification/new-password-identity',
    {
      identifier,
      password: user.password,
    },
  );
  return finish(browser, origin, verified.verificationId);
};

export const signIn = async (
  browser: Browser,
  origin: string,
  user: { username: string; password: string },
) => {
  await browser.experience(origin, 'PUT', '/experience', { interactionEvent: 'SignIn' });
  const identifier = { type: 'username', value: user.username };
  const { body: verified } = await browser.experience(origin, 'POST', '/experience/verification/password', {
    identifier,
    password: user.password,
  });
  return finish(browser, origin, verified.verificationId);
};

const finish = async (browser: Browser, origin: string, verificationId: string): Promise<string> => {
  await browser.experience(origin, 'POST', '/experience/identification', { verificationId });
  const { body } = await browser.experience(origin, 'POST', '/experience/submit');
  return body.redirectTo;
};
