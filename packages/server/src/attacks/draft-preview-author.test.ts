import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDraft, createLink, createTester, openLink } from '../api/draft-preview/testing/previews.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Colleague, openWorkplace, type Workplace } from './testing/members.ts';

/** A link shows what its author may prepare now, and not what someone else adds, or after the author has left. */
let app: TestApp;
let place: Workplace;
let count = 0;
beforeAll(async () => {
  app = await startTestApp('postgresql');
  place = await openWorkplace(app);
});
afterAll(() => app.close());
beforeEach(() => {
  count += 1;
});

const marker = { customCss: '.only-in-the-draft {}' };
const designing = ['bundles:read', 'bundles:write', 'sign-in-experience:write', 'users:read'];
const ended = { status: 404, data: { draftPreview: { isPage: true }, hasInteraction: false } };

const open = async (author: Pick<Colleague, 'manage'>) => {
  const tester = await createTester(app, `tester_${count}`);
  const draftId = await createDraft(author as Pick<TestApp, 'manage'>, marker);
  const link = await createLink(author as Pick<TestApp, 'manage'>, draftId, [tester.user.id]);
  return { tester, draftId, link, ...(await openLink(app, tester, link.token)) };
};

test('the links of a member end with the membership', async () => {
  const author = await place.hireWith(`author_${count}`, designing);
  const { tester, link, page, step } = await open(author);
  expect((await page()).data.draftPreview).toEqual({ name: 'Blue pages' });
  expect((await place.owner.member('DELETE', `/members/${author.id}`)).status).toBe(204);
  const shown = await page();
  expect(shown).toMatchObject(ended);
  expect(shown.text).not.toContain('only-in-the-draft');
  const begun = await step('PUT', '/experience', { interactionEvent: 'SignIn' });
  expect(begun.body.code).toBe('session.not_found');
  expect(await (await openLink(app, tester, link.token)).page()).toMatchObject(ended);
});

test('a link shows nothing that its author may not prepare', async () => {
  const author = await place.hireWith(`author_${count}`, designing);
  const { draftId, page } = await open(author);
  const added = await place.owner.manage('POST', `/drafts/${draftId}/requests`, {
    method: 'POST',
    path: '/roles',
    body: { name: `role_${count}`, description: 'x' },
  });
  expect(added.status).toBe(201);
  expect(await page()).toMatchObject(ended);
  const permissions = [...designing, 'roles:write'];
  await place.owner.member('PATCH', `/member-roles/${author.roleId}`, { permissions });
  expect((await page()).data.draftPreview).toEqual({ name: 'Blue pages' });
  await place.owner.member('PATCH', `/member-roles/${author.roleId}`, { permissions: ['bundles:read'] });
  expect(await page()).toMatchObject(ended);
});
