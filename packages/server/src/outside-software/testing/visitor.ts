import { generateState } from '@gatehouse/contract/ids.ts';
import { type Browser, callPlainly, createBrowser, signIn } from '../../http/testing/browser.ts';

type Person = { username: string; password: string };
export type Page = { address: string; status: number; text: string };

/** Everything is on this machine, each at its own port. */
const here = 'http://localhost';
const stepLimit = 12;

/**
 * A user with a browser. It follows redirects from one application to the next, sends the forms that pages send without
 * a question, signs in and consents where the sign-in page of the product is. `answer` fills in a page of other
 * software.
 */
export const createVisitor = (
  endpoint: string,
  person: Person,
  answer: (page: Page) => Record<string, string> | undefined = () => undefined,
) => {
  // Some software answers only those who load a page with more than an error.
  const browser = createBrowser(undefined, { 'sec-fetch-mode': 'navigate' }, callPlainly);
  let signIns = 0;

  const land = async (url: string): Promise<Page> => {
    const { address, answer: found } = await browser.follow(url, here);
    if (!found) throw new Error(`The browser was sent to ${address}.`);
    return { address, status: found.status, text: found.text };
  };

  const send = async ({ action, fields }: Form): Promise<Page> => {
    const sent = await browser.send(action, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    if (sent.location) return land(new URL(sent.location, action).href);
    return { address: action, status: sent.status, text: sent.text };
  };

  const experience = async (method: string, path: string, body?: unknown) => {
    const { status, text, body: read } = await browser.experience(endpoint, method, path, body);
    return { status, text, body: read };
  };

  const enter = async () => {
    signIns += 1;
    return land(await signIn(browser, endpoint, person));
  };

  /** Lets an application of others do what it asks for. */
  const consent = async () => {
    const { body } = await experience('POST', '/interaction/consent', {});
    return land(body.redirectTo);
  };

  const nextOf = (page: Page): Promise<Page> | undefined => {
    const { pathname } = new URL(page.address);
    if (page.address.startsWith(`${endpoint}/sign-in?`)) return enter();
    if (page.address.startsWith(`${endpoint}/consent?`)) return consent();
    const [, connectorId] = /^\/direct\/sso\/([^/]+)$/.exec(pathname) ?? [];
    if (connectorId && page.address.startsWith(endpoint))
      return enterByEnterprise(connectorId, { endpoint, experience, land, goOn });
    const form = formIn(page);
    const filled = form && (form.isSentAlone ? {} : answer(page));
    return filled && send({ ...form, fields: { ...form.fields, ...filled } });
  };

  const goOn = async (page: Page): Promise<Page> => {
    let current = page;
    for (let step = 0; step < stepLimit; step += 1) {
      const next = nextOf(current);
      if (!next) return current;
      current = await next;
    }
    throw new Error(`The browser came to no end, at ${current.address}.`);
  };

  return {
    /** The number of times the sign-in page asked for the password. */
    signIns: () => signIns,
    /** Opens an address and follows it to a page for readers. */
    open: async (url: string) => goOn(await land(url)),
    /** Sends a form of another site, as an identity provider does without being asked. */
    post: async (action: string, fields: Record<string, string>) => goOn(await send({ action, fields })),
  };
};

type Form = { action: string; fields: Record<string, string> };

type Step = Pick<Awaited<ReturnType<Browser['experience']>>, 'status' | 'text' | 'body'>;

/** Browser actions during an enterprise sign-in. */
type Tools = {
  endpoint: string;
  experience(method: string, path: string, body?: unknown): Promise<Step>;
  land(url: string): Promise<Page>;
  goOn(page: Page): Promise<Page>;
};

/** Does the same as the page behind `/direct/sso/{id}`: goes to the identity provider, comes back, and signs in. */
const enterByEnterprise = async (
  connectorId: string,
  { endpoint, experience, land, goOn }: Tools,
): Promise<Page> => {
  const path = `/experience/verification/sso/${connectorId}`;
  await experience('PUT', '/experience', { interactionEvent: 'SignIn' });
  const redirectUri = `${endpoint}/callback/${connectorId}`;
  const begun = await experience('POST', `${path}/authorization-uri`, {
    state: generateState(24),
    redirectUri,
  });
  if (begun.status !== 200) throw new Error(`The enterprise sign-in did not begin: ${begun.text}`);
  const { authorizationUri, verificationId } = begun.body;
  const back = authorizationUri.startsWith(redirectUri)
    ? { address: authorizationUri as string, text: '' }
    : await goOn(await land(authorizationUri));
  if (!back.address.startsWith(redirectUri))
    throw new Error(`The identity provider left the browser at ${back.address}.\n${back.text}`);
  const connectorData = Object.fromEntries(new URL(back.address).searchParams);
  const verified = await experience('POST', `${path}/verify`, { connectorData, verificationId });
  if (verified.status !== 200) throw new Error(`The answer was refused: ${verified.text}`);
  const known = await experience('POST', '/experience/identification', { verificationId });
  if (known.status === 404) {
    await experience('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    await experience('POST', '/experience/identification', {});
  }
  const submitted = await experience('POST', '/experience/submit');
  return land(submitted.body.redirectTo);
};

/** The form of a page that is sent by POST. One without anything to fill in sends itself. */
const formIn = ({ address, text }: Page): (Form & { isSentAlone: boolean }) | undefined => {
  const [form, tag = '', content = ''] = /<form\b([^>]*)>(.*?)<\/form>/is.exec(text) ?? [];
  if (!form || attributesOf(tag).method?.toLowerCase() !== 'post') return undefined;
  const inputs = [...content.matchAll(/<input\b([^>]*)>/gis)].map(([, input = '']) => attributesOf(input));
  const hidden = inputs.filter(({ type }) => type === 'hidden');
  return {
    action: new URL(attributesOf(tag).action ?? '', address).href,
    fields: Object.fromEntries(hidden.map(({ name = '', value = '' }) => [name, value])),
    isSentAlone: inputs.every(({ type }) => type === 'hidden' || type === 'submit'),
  };
};

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)')/gs)].map(([, name = '', double, single]) => [
      name.toLowerCase(),
      decode(double ?? single ?? ''),
    ]),
  );

const entities: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&', apos: "'" };

const decode = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole;
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
