import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import {
  createDraft,
  createLink,
  createTester,
  openLink,
  previewIn,
} from '../api/draft-preview/testing/previews.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser } from '../http/testing/browser.ts';

let app: TestApp;
let [acme, evil]: TestApp[] = [];
beforeAll(async () => {
  app = await startTestApp('postgresql', {
    variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
  });
  const ada = await createPerson(app, 'ada');
  const mallory = await createPerson(app, 'mallory');
  [acme, evil] = await Promise.all(
    [ada, mallory].map(async (person, index) => {
      const { body } = await person.cloud('POST', '/tenants', { name: `Tenant ${index}` });
      const manage: TestApp['manage'] = (method, path, asked) => person.manage(body.id, method, path, asked);
      return { ...app, manage, env: { ...app.env, ENDPOINT: `${app.env.ENDPOINT}/t/${body.id}` } };
    }),
  );
}, 60_000);
afterAll(() => app.close());

const marker = { customCss: '.only-in-the-draft {}' };

test('a link and a cookie of one tenant open nothing at another, even for a user of the same name', async () => {
  const tester = await createTester(acme!, 'ada');
  const { token } = await createLink(acme!, await createDraft(acme!, marker), [tester.user.id]);
  const opened = await openLink(acme!, tester, token);
  expect((await opened.page()).data.draftPreview).toEqual({ name: 'Blue pages' });

  const stranger = await createTester(evil!, 'ada');
  const refused = await openLink(evil!, stranger, token);
  expect(refused.cookie).toBeUndefined();
  expect(refused.answer.body.code).toBe('draft.preview_unavailable');
  const browser = createBrowser();
  browser.plant(opened.cookie!.split('; ')[0]!);
  const shown = await previewIn(evil!, browser).page();
  expect(shown).toMatchObject({ status: 404, data: { draftPreview: { isPage: true } } });
  expect(shown.text).not.toContain('only-in-the-draft');
  // A user of another tenant is no tester.
  const draftId = await createDraft(evil!, marker);
  const asked = await evil!.manage('POST', `/drafts/${draftId}/previews`, { userIds: [tester.user.id] });
  expect(asked.body.code).toBe('entity.relation_foreign_key_not_found');
});

test('a suspended tenant shows no previews', async () => {
  const tester = await createTester(acme!, 'grace');
  const { token } = await createLink(acme!, await createDraft(acme!, marker), [tester.user.id]);
  const opened = await openLink(acme!, tester, token);
  const id = acme!.env.ENDPOINT.split('/').at(-1)!;
  await app.database.system(db =>
    db.updateTable('tenants').set({ isSuspended: true }).where('id', '=', id).execute(),
  );
  app.database.forget(id, 'tenant');
  const shown = await opened.page();
  expect(shown.status).toBe(403);
  expect(shown.text).not.toContain('only-in-the-draft');
});
