import {
  accountCenterApplicationId,
  adminTenantId,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { createLockLink } from '../domain/account-lock.ts';
import { systemOrigin } from '../domain/origins.ts';
import { addMember } from '../domain/tenant-members.ts';
import { createUser } from '../domain/users.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { startMailServer } from '../messages/testing/mail-server.ts';
import { lockBy, tokenOf } from './testing/notices.ts';
import { verifier } from './testing/people.ts';

const password = 'correct horse battery';
const organization_id = tenantOrganizationId('default');

describe.each(anyDatabase)('invitations to a self-hosted tenant on %s', kind => {
  let app: TestApp;
  let owner: Person;
  beforeAll(async () => {
    app = await startTestApp(kind);
    owner = await join('owner', 'admin');
  });
  afterAll(() => app.close());

  const admin = () => app.database.tenant(adminTenantId);
  const join = async (name: string, role: 'admin' | 'collaborator') => {
    const person = await createPerson(app, name);
    await admin().write(systemOrigin('test'), tx => addMember(tx, 'default', person.id, role));
    (await app.app.services.tenants.admin()).cached.invalidate('members');
    return { ...person, session: await signInToConsole(app, { username: name, password }) } as Person;
  };
  const ask = (token: string, method: string, path: string, body?: unknown) =>
    call(`${app.env.ADMIN_ENDPOINT}/api/tenants/default${path}`, { method, token, body });
  const tokenFor = (person: Person, scope?: string) =>
    person.session.token({ organization_id, ...(scope ? { scope } : {}) });
  const as = async (person: Person, method: string, path: string, body?: unknown) =>
    ask(await tokenFor(person), method, path, body);
  const invite = async (person: Person, invitee: string, roleName = 'admin') =>
    (await as(person, 'POST', '/invitations', { invitee: [invitee], roleName })).body[0].id as string;
  const pending = async () => {
    const { body } = await as(owner, 'GET', '/invitations');
    return body
      .filter(({ status }: { status: string }) => status === 'Pending')
      .map(({ id }: { id: string }) => id);
  };

  test('the link of an invitation is only for those who could give its role', async () => {
    const id = await invite(owner, 'chief@harbour.example');
    const narrow = await tokenFor(owner, 'invite:member read:member');
    for (const part of ['link', 'message'])
      expect((await ask(narrow, 'POST', `/invitations/${id}/${part}`)).status, part).toBe(403);
    expect((await as(owner, 'POST', `/invitations/${id}/link`)).body.link).toContain('one_time_token=');
  });

  test('who locks their account by the link of a notice ends what an intruder has sent from it', async () => {
    const victim = await join('victim', 'admin');
    const id = await invite(victim, 'intruder@evil.example');
    const { body } = await as(victim, 'POST', `/invitations/${id}/link`);
    expect(await pending()).toContain(id);
    const endpoint = app.env.ADMIN_ENDPOINT;
    const link = await admin().write(systemOrigin('test'), tx =>
      createLockLink(tx.db, { userId: victim.id, notice: 'NewDevice', endpoint }),
    );
    expect((await lockBy(endpoint, tokenOf(link))).status).toBe(204);
    expect(await pending()).not.toContain(id);
    const oneTimeToken = new URLSearchParams(new URL(body.link).hash.slice(1)).get('one_time_token');
    expect(oneTimeToken).toEqual(expect.any(String));
    const left = await admin().read(db =>
      db
        .selectFrom('oneTimeTokens')
        .select('id')
        .where('status', '=', 'active')
        .where('email', '=', 'intruder@evil.example')
        .execute(),
    );
    expect(left).toEqual([]);
  });

  test('an administrator who is being removed leaves no other member behind', async () => {
    for (const round of [1, 2, 3]) {
      const rogue = await join(`rogue_${round}`, 'admin');
      const friend = await join(`friend_${round}`, 'collaborator');
      const token = await tokenFor(rogue);
      const ownersToken = await tokenFor(owner);
      const before = await pending();
      const attempts = Array.from({ length: 20 }, (_, index) => [
        () =>
          ask(token, 'POST', '/invitations', {
            invitee: [`door-${round}-${index}@evil.example`],
            roleName: 'admin',
          }),
        () => ask(token, 'PUT', `/members/${friend.id}/roles`, { roleName: 'admin' }),
      ]).flat();
      const demote = () =>
        ask(ownersToken, 'PUT', `/members/${friend.id}/roles`, { roleName: 'collaborator' });
      const remove = () => ask(ownersToken, 'DELETE', `/members/${rogue.id}`);
      const [half, rest] = [attempts.slice(0, 20), attempts.slice(20)];
      const answers = await Promise.all([...half.map(each => each()), remove(), ...rest.map(each => each())]);
      expect(answers[20]?.status).toBe(204);
      expect(await pending()).toEqual(before);
      // Anything the rogue administrator did before the removal is undone once and stays undone.
      expect((await demote()).status).toBe(204);
      expect((await ask(token, 'PUT', `/members/${friend.id}/roles`, { roleName: 'admin' })).status).toBe(
        403,
      );
    }
  });

  test('with open registration, an invitation requires a verified address', async () => {
    const own = async (body: object) =>
      call(`${app.env.ADMIN_ENDPOINT}/m/admin/api/sign-in-exp`, {
        method: 'PATCH',
        token: await tokenFor(owner),
        body,
      });
    expect((await own({ signInMode: 'SignInAndRegister' })).status).toBe(200);
    const id = await invite(owner, 'wanted@harbour.example');
    const squatter = await createPerson(app, 'squatter');
    const claim = (isEmailVerified: boolean) =>
      admin().write(systemOrigin('test'), async tx => {
        await tx.update(
          'users',
          { id: squatter.id },
          { primaryEmail: 'wanted@harbour.example', isEmailVerified },
        );
      });
    await claim(false);
    const accept = () => squatter.cloud('PATCH', `/invitations/${id}/status`, { status: 'Accepted' });
    expect((await squatter.cloud('GET', '/invitations')).body).toEqual([]);
    expect((await accept()).body.code).toBe('tenant.invitation_for_another_account');
    await claim(true);
    expect((await accept()).status).toBe(204);
    expect((await own({ signInMode: 'SignIn' })).status).toBe(200);
  });

  test('the last administrator cannot leave by deleting the account', async () => {
    const token = await tokenFor(owner);
    const body = { enabled: true, personalData: { canExport: false, canDelete: true, graceDays: 1 } };
    const opened = await call(`${app.env.ADMIN_ENDPOINT}/m/admin/api/account-center`, {
      method: 'PATCH',
      token,
      body,
    });
    expect(opened.status, opened.text).toBe(200);
    const send = await enterAccountCenter('owner');
    const { body: proof } = await send('POST', '/verifications/password', { password });
    const answer = await send('POST', '/my-account/deletion', undefined, proof.verificationRecordId);
    expect(answer).toMatchObject({ status: 422, body: { code: 'tenant.account_has_tenants' } });
    // A user who belongs to no tenant can.
    await admin().write(systemOrigin('test'), async tx =>
      createUser(tx, { username: 'outsider', passwordEncrypted: await findDigest('owner') }),
    );
    const outsider = await enterAccountCenter('outsider');
    const own = (await outsider('POST', '/verifications/password', { password })).body.verificationRecordId;
    expect((await outsider('POST', '/my-account/deletion', undefined, own)).status).toBe(200);
  });

  const findDigest = (username: string) =>
    admin().read(async db => {
      const { passwordEncrypted } = await db
        .selectFrom('users')
        .select('passwordEncrypted')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      return passwordEncrypted;
    });

  /** The account API of the console's own tenant. */
  const enterAccountCenter = async (username: string) => {
    const origin = app.env.ADMIN_ENDPOINT;
    const browser = createBrowser();
    const redirect_uri = `${origin}/account`;
    const query = new URLSearchParams({
      client_id: accountCenterApplicationId,
      redirect_uri,
      response_type: 'code',
      scope: 'openid profile',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    await browser.follow(`${origin}/oidc/auth?${query}`, origin);
    const { address } = await browser.follow(await signIn(browser, origin, { username, password }), origin);
    const answer = await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: accountCenterApplicationId,
        redirect_uri,
        code: new URL(address).searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return (method: string, path: string, body?: unknown, proof?: string) =>
      call(`${origin}/api${path}`, {
        method,
        body,
        token,
        headers: proof ? { 'gatehouse-verification-id': proof } : {},
      });
  };
});

test.each(anyDatabase)('invitations in our name are limited per recipient, on %s', async kind => {
  const mail = await startMailServer();
  const app = await startTestApp(kind, {
    variables: { GATEHOUSE_EDITION: 'cloud', SMTP_URL: mail.url, SMTP_FROM: 'no-reply@gatehouse.example' },
  });
  try {
    const spammer = await createPerson(app, 'spammer');
    const { body: tenant } = await spammer.cloud('POST', '/tenants', { name: 'You have won' });
    const body = { invitee: ['victim@harbour.example'], roleName: 'collaborator' };
    const { body: sent } = await spammer.member(tenant.id, 'POST', '/invitations', body);
    const again = await spammer.memberAtOnce(
      tenant.id,
      'POST',
      `/invitations/${sent[0].id}/message`,
      Array.from({ length: 40 }, () => ({})),
    );
    expect(again.filter(({ status }) => status === 204)).toHaveLength(9);
    expect(again.find(({ status }) => status !== 204)).toMatchObject({
      status: 429,
      body: { code: 'request.rate_limited' },
    });
    await spammer.member(tenant.id, 'DELETE', `/invitations/${sent[0].id}`);
    expect((await spammer.member(tenant.id, 'POST', '/invitations', body)).status).toBe(429);
  } finally {
    await app.close();
    await mail.close();
  }
});
