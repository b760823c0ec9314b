import { draftPreviewPath } from '@gatehouse/contract/draft-preview-paths.ts';
import type { TestApp } from '../../../http/testing/app.ts';
import { type Browser, createBrowser } from '../../../http/testing/browser.ts';
import { enterAccount } from '../../account/testing/enter.ts';

export const base = '/experience/verification';

/** A draft that makes one request. */
export const createDraft = async (
  app: Pick<TestApp, 'manage'>,
  body: object,
  request: { method: string; path: string } = { method: 'PATCH', path: '/sign-in-exp' },
): Promise<string> => {
  const { body: draft } = await app.manage('POST', '/drafts', { name: 'Blue pages' });
  const added = await app.manage('POST', `/drafts/${draft.id}/requests`, { ...request, body });
  if (added.status !== 201) throw new Error(added.text);
  return draft.id;
};

export const createLink = async (
  app: Pick<TestApp, 'manage'>,
  draftId: string,
  userIds: string[],
  hours = 24,
): Promise<{ id: string; token: string }> => {
  const { status, body, text } = await app.manage('POST', `/drafts/${draftId}/previews`, { userIds, hours });
  if (status !== 201) throw new Error(text);
  return { id: body.id, token: new URL(body.url).hash.slice(1) };
};

export type Tester = Awaited<ReturnType<typeof enterAccount>>;

/** A user of the live tenant who can open preview links. */
export const createTester = (app: TestApp, username: string, fields: Record<string, string> = {}) =>
  enterAccount(app, username, { primaryEmail: `${username}@example.com`, ...fields });

/** The data that the page has for its scripts. */
export const readPage = (text: string) =>
  JSON.parse(/id="gatehouse-data">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}');

/** The preview pages, in a browser of their own. */
export const previewIn = (app: Pick<TestApp, 'env'>, browser: Browser = createBrowser()) => {
  const origin = `${app.env.ENDPOINT}${draftPreviewPath}`;
  return {
    browser,
    step: (method: string, path: string, body?: unknown) => browser.experience(origin, method, path, body),
    async page(path = '/sign-in') {
      const answer = await browser.send(`${origin}${path}`);
      return { ...answer, data: readPage(answer.text) };
    },
  };
};

export const openLink = async (app: Pick<TestApp, 'env'>, { send }: Pick<Tester, 'send'>, token: string) => {
  const answer = await send('POST', '/my-account/draft-preview', { token });
  const browser = createBrowser();
  const [cookie] = answer.headers.getSetCookie();
  if (cookie) browser.plant(cookie.split('; ')[0]!);
  return { answer, cookie, ...previewIn(app, browser) };
};

/** A tester who has a preview of a draft open. */
export const startPreview = async (app: TestApp, username: string, settings: object) => {
  const tester = await createTester(app, username);
  const draftId = await createDraft(app, settings);
  const link = await createLink(app, draftId, [tester.user.id]);
  return { tester, draftId, link, ...(await openLink(app, tester, link.token)) };
};
