import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { listenForLogouts } from '../oidc/conformance/testing/logout-receiver.ts';
import { createRelyingParty, redirectUri, user } from '../oidc/conformance/testing/relying-party.ts';
import { lockBy, tokenOf, watchNotices } from './testing/notices.ts';

/** Applications keep their own sessions: they must hear of every end, not only of a sign-out. */
describe.each(anyDatabase)('a thief with the session of an application on %s', kind => {
  let app: TestApp;
  let receiver: Awaited<ReturnType<typeof listenForLogouts>>;
  let party: Awaited<ReturnType<typeof createRelyingParty>>;
  let linkTo: Awaited<ReturnType<typeof watchNotices>>['linkTo'];
  let userId: string;
  const primaryEmail = 'ada@example.com';
  beforeAll(async () => {
    app = await startTestApp(kind);
    receiver = await listenForLogouts();
    ({ linkTo } = await watchNotices(app));
    const created = await app.manage('POST', '/users', { ...user, primaryEmail, isEmailVerified: true });
    userId = created.body.id;
    party = await createRelyingParty(app, {
      fields: {
        oidcClientMetadata: {
          redirectUris: [redirectUri],
          postLogoutRedirectUris: [],
          backchannelLogoutUri: receiver.address,
          backchannelLogoutSessionRequired: true,
        },
      },
    });
  });
  afterEach(() => {
    receiver.received.length = 0;
    receiver.statuses.length = 0;
  });
  afterAll(() => {
    receiver.close();
    return app.close();
  });

  const signIn = async (used?: Parameters<typeof party.obtain>[1]) => {
    const { browser, tokens } = await party.obtain({}, used);
    return { browser, sid: tokens.claims()!.sid };
  };
  const told = async () => {
    await app.app.services.jobs.runDue();
    return receiver.received.map(({ form }) => decodeJwt(form.get('logout_token') ?? ''));
  };
  const end = async (path: string, body: object, method = 'PATCH') => {
    const { status, text } = await app.manage(method, `/users/${userId}${path}`, body);
    expect(status, text).toBeLessThan(300);
  };

  test.each([
    ['an administrator sets a password', () => end('/password', { password: user.password })],
    ['an administrator suspends the user', () => end('/is-suspended', { isSuspended: true })],
    [
      'an administrator ends the session',
      async () => {
        const { sessions } = (await app.manage('GET', `/users/${userId}/sessions`)).body;
        for (const { payload } of sessions) await end(`/sessions/${payload.uid}`, {}, 'DELETE');
      },
    ],
    [
      'an administrator ends the session and takes back what applications were allowed',
      async () => {
        const { sessions } = (await app.manage('GET', `/users/${userId}/sessions`)).body;
        for (const { payload } of sessions)
          await end(`/sessions/${payload.uid}?revokeGrantsTarget=all`, {}, 'DELETE');
      },
    ],
    [
      'the session was not used for too long',
      async () => {
        await app.database.tenant('default').send(db =>
          db
            .updateTable('oidcModelInstances')
            .set({ expiresAt: Date.now() - 1 })
            .where('modelName', '=', 'Session')
            .execute(),
        );
        // The hourly purge must not be faster than the message.
        await app.app.services.jobs.runSchedule('purge');
        await Promise.all(Array.from({ length: 5 }, () => app.app.services.jobs.runSchedule('sessions')));
        const left = await app.database
          .tenant('default')
          .read(db =>
            db.selectFrom('oidcModelInstances').select('id').where('modelName', '=', 'Session').execute(),
          );
        expect(left).toEqual([]);
      },
    ],
    [
      'an administrator lets sessions end sooner than those that there are',
      async () => {
        const path = '/configs/oidc/session';
        const { body: before } = await app.manage('GET', path);
        await app.manage('PATCH', path, { absoluteTtl: 1 });
        const listLive = async () => {
          await app.app.services.jobs.runDue();
          return app.database
            .tenant('default')
            .read(db =>
              db
                .selectFrom('oidcModelInstances')
                .select('id')
                .where('modelName', '=', 'Session')
                .where('accountId', 'is not', null)
                .where('expiresAt', '>', Date.now())
                .execute(),
            );
        };
        await expect.poll(listLive).toEqual([]);
        await app.manage('PATCH', path, before);
        await app.app.services.jobs.runSchedule('sessions');
      },
    ],
    [
      'the user locks the account',
      async () => {
        await end('/password', { password: user.password });
        receiver.received.length = 0;
        await signIn();
        await lockBy(app.env.ENDPOINT, tokenOf(await linkTo(primaryEmail)));
      },
    ],
  ])('[V7.4.2] is out when %s', async (_, act) => {
    const sids = [(await signIn()).sid, (await signIn()).sid];
    await act();
    const heard = await told();
    expect(heard.length).toBeGreaterThan(0);
    for (const payload of heard)
      expect(payload).toMatchObject({
        iss: `${app.env.ENDPOINT}/oidc`,
        aud: party.id,
        sub: userId,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      });
    const ended = heard.map(({ sid }) => sid);
    for (const sid of sids) expect(ended.filter(each => each === sid)).toHaveLength(1);
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', `/logs?logKey=BackchannelLogout&userId=${userId}`);
    for (const sid of sids)
      expect(body.map(({ payload }: { payload: object }) => payload)).toContainEqual(
        expect.objectContaining({ result: 'Success', applicationId: party.id, sid }),
      );
    await end('/is-suspended', { isSuspended: false });
  });

  test('hears of it later where the receiver fails, and of what stays nothing', async () => {
    await signIn();
    const before = (await app.manage('GET', `/users/${userId}/sessions`)).body.sessions.length;
    expect(before).toBe(1);
    receiver.statuses.push(503);
    await end('/password', { password: user.password });
    expect(await told()).toHaveLength(1);
    expect((await app.manage('GET', '/jobs?name=backchannel-logout')).body).toHaveLength(1);
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', `/logs?logKey=BackchannelLogout&userId=${userId}`);
    expect(body[0].payload).toMatchObject({ result: 'Error', applicationId: party.id, attempt: 1 });
    const { browser } = await signIn();
    const count = receiver.received.length;
    await party.obtain({}, browser);
    expect(await told()).toHaveLength(count);
  });

  test('hears of the deletion of the user', async () => {
    const { sid } = await signIn();
    await end('', {}, 'DELETE');
    expect((await told()).map(payload => payload.sid)).toContain(sid);
  });
});
