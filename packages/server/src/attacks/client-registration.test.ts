import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { call } from '../http/testing/app.ts';
import {
  goodClient,
  type Registration,
  registrationConfig,
  startRegistration,
  statuses,
} from './testing/registration.ts';

describe.each(databaseKinds)('attacks on client registration, on %s', kind => {
  let registration: Registration;
  beforeAll(async () => {
    registration = await startRegistration(kind);
  });
  afterAll(() => registration.app.close());

  test('where it is off, nothing answers, for clients that have registered either', async () => {
    const { app, configure, createToken, register } = registration;
    await configure({ mode: 'Open' });
    const { body: client } = await register(goodClient);
    const { value } = await createToken();
    await configure({ mode: 'Off' });
    expect((await register(goodClient, value)).status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const asked = {
        method,
        token: client.registration_access_token,
        ...(method === 'PUT' ? { body: {} } : {}),
      };
      expect((await call(client.registration_client_uri, asked)).status).toBe(404);
    }
    expect((await app.manage('GET', `/applications/${client.client_id}`)).status).toBe(200);
  });

  test('of 40 requests at once with a token for one use, one registers', async () => {
    const { configure, createToken, register, countClients } = registration;
    await configure({ mode: 'Token' });
    const { value } = await createToken({ maximumUses: 1 });
    const before = await countClients();
    const answers = await Promise.all(Array.from({ length: 40 }, () => register(goodClient, value)));
    expect(statuses(answers)).toEqual({ 201: 1, 401: 39 });
    expect(await countClients()).toBe(before + 1);
  });

  test('a request that is refused for another reason does not use a token up', async () => {
    const { configure, createToken, register } = registration;
    await configure({ mode: 'Token' });
    const { value } = await createToken({ maximumUses: 1 });
    expect((await register({ ...goodClient, redirect_uris: ['javascript:0'] }, value)).status).toBe(400);
    expect((await register(goodClient, value)).status).toBe(201);
  });

  test('the maximum holds for 40 requests at once', async () => {
    const { configure, register, countClients } = registration;
    const before = await countClients();
    await configure({ mode: 'Open', maximumClients: before + 5 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => register(goodClient)));
    expect(statuses(answers)).toEqual({ 201: 5, 403: 35 });
    expect(answers.find(({ status }) => status === 403)?.body.error).toBe('access_denied');
    expect(await countClients()).toBe(before + 5);
    await configure({ maximumClients: 1000 });
  });

  test('a token that has ended, was revoked or is of another kind opens nothing', async () => {
    const { app, configure, createToken, register } = registration;
    await configure({ mode: 'Open' });
    const client = (await register(goodClient)).body;
    const initial = await createToken();
    const expired = await createToken();
    await app.database.tenant('default').send(db =>
      db
        .updateTable('initialAccessTokens')
        .set({ expiresAt: Date.now() - 1 })
        .where('id', '=', expired.id)
        .execute(),
    );
    const revoked = await createToken();
    await app.manage('DELETE', `${registrationConfig}/initial-access-tokens/${revoked.id}`);
    for (const token of [expired.value, revoked.value, client.registration_access_token, app.token, 'x']) {
      const { status, headers, body } = await register(goodClient, token);
      expect([status, body.error]).toEqual([401, 'invalid_token']);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    const other = (await register(goodClient)).body;
    for (const token of [initial.value, client.registration_access_token, app.token, 'x', undefined])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { ...goodClient, client_id: other.client_id } : undefined;
        expect((await call(other.registration_client_uri, { method, body, token })).status).toBe(401);
      }
    const own = { token: other.registration_access_token };
    expect((await call(other.registration_client_uri, { method: 'DELETE', ...own })).status).toBe(204);
    expect((await call(other.registration_client_uri, own)).status).toBe(401);
  });

  test('40 updates at once with one token get the same next one, which ends it', async () => {
    const { configure, register } = registration;
    await configure({ mode: 'Open' });
    const {
      client_id,
      registration_client_uri: address,
      registration_access_token: token,
    } = (await register(goodClient)).body;
    const update = (index: number) => ({ ...goodClient, client_id, client_name: `Robot ${index}` });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => call(address, { method: 'PUT', token, body: update(index) })),
    );
    expect(statuses(answers)).toEqual({ 200: 40 });
    const next = new Set(answers.map(({ body }) => body.registration_access_token as string));
    expect(next.size).toBe(1);
    expect([...next]).not.toContain(token);
    expect((await call(address, { token: [...next][0] })).status).toBe(200);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await call(address, { method, token, ...(method === 'PUT' ? { body: update(1) } : {}) })).status,
      ).toBe(401);
  });

  test('a client whose answer is lost keeps its registration, and only until it has the next token', async () => {
    const { configure, register } = registration;
    await configure({ mode: 'Open' });
    const { client_id, registration_client_uri: address, ...client } = (await register(goodClient)).body;
    const put = (token: string) =>
      call(address, { method: 'PUT', token, body: { ...goodClient, client_id, client_name: 'Robot' } });
    const tokenIn = ({ body }: { body: { registration_access_token: string } }) =>
      body.registration_access_token;
    const first: string = client.registration_access_token;
    const lost = tokenIn(await put(first));
    // The client never saw it, and asks again with what it has.
    expect((await call(address, { token: first })).status).toBe(200);
    const second = tokenIn(await put(first));
    expect(second).toBe(lost);
    const third = tokenIn(await put(second));
    expect(third).not.toBe(second);
    expect((await put(first)).status).toBe(401);
    expect((await call(address, { token: third })).status).toBe(200);
    expect((await put(second)).status).toBe(401);
    expect((await call(address, { method: 'DELETE', token: third })).status).toBe(204);
  });

  test('no token is in the database or in the history', async () => {
    const { app, configure, createToken, register } = registration;
    await configure({ mode: 'Token' });
    const { value, id } = await createToken();
    const { body: client } = await register(goodClient, value);
    const stored = await app.database.system(async db => [
      await db.selectFrom('initialAccessTokens').selectAll().execute(),
      await db.selectFrom('clientRegistrations').selectAll().execute(),
      await db.selectFrom('changes').selectAll().execute(),
    ]);
    const text = JSON.stringify(stored);
    expect(text).toContain(id);
    expect(text).not.toContain(value);
    expect(text).not.toContain(client.registration_access_token);
    const { body: history } = await app.manage('GET', `/changes?objectId=${client.client_id}`);
    expect(history[0]).toMatchObject({ actor: { id: 'client-registration' } });
    const readLog = async () =>
      (await app.manage('GET', `/logs?applicationId=${client.client_id}&logKey=ClientRegistration`)).body;
    await expect.poll(readLog).toMatchObject([{ payload: { result: 'Success', act: 'create' } }]);
  });

  test('a deletion that is undone leaves the client what it was, without its token', async () => {
    const { app, configure, register } = registration;
    await configure({ mode: 'Open' });
    const { body: client } = await register(goodClient);
    await app.manage('DELETE', `/applications/${client.client_id}`);
    const { body: history } = await app.manage('GET', `/changes?objectId=${client.client_id}`);
    expect((await app.manage('POST', `/changes/${history[0].id}/revert`)).status).toBeLessThan(300);
    const { body } = await app.manage('GET', `/applications/${client.client_id}`);
    expect(body).toMatchObject({ isThirdParty: true, registration: { initialAccessTokenName: null } });
    const own = { token: client.registration_access_token };
    expect((await call(client.registration_client_uri, own)).status).toBe(401);
    expect((await call(client.registration_client_uri, { token: '' })).status).toBe(401);
  });

  test('one network address tries only so many tokens, and updates only so often', async () => {
    const { configure, register } = registration;
    await configure({ mode: 'Open' });
    const { body: client } = await register(goodClient);
    const send = (address: string, options: object) =>
      call(client.registration_client_uri, { ...options, headers: { 'x-forwarded-for': address } });
    const guesses: { status: number }[] = [];
    // No more at once than wait at a socket on a busy machine.
    while (guesses.length < 1010)
      guesses.push(
        ...(await Promise.all(
          Array.from({ length: 202 }, () => send('203.0.113.20', { token: 'rat_guess' })),
        )),
      );
    expect(statuses(guesses)).toEqual({ 401: 1000, 429: 10 });
    const body = { ...goodClient, client_id: client.client_id };
    let token = client.registration_access_token;
    const updates: { status: number }[] = [];
    for (let round = 0; round < 101; round += 1) {
      const answer = await send('203.0.113.21', { method: 'PUT', token, body });
      token = answer.body.registration_access_token;
      updates.push(answer);
    }
    expect(statuses(updates)).toEqual({ 200: 100, 429: 1 });
  });

  test('one network address registers only so many without a token', async () => {
    const { endpoint, configure } = registration;
    await configure({ mode: 'Open' });
    const from = (address: string) =>
      call(endpoint(), { method: 'POST', body: goodClient, headers: { 'x-forwarded-for': address } });
    const answers = await Promise.all(Array.from({ length: 120 }, () => from('203.0.113.9')));
    expect(statuses(answers)).toEqual({ 201: 100, 429: 20 });
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.10')).status).toBe(201);
  });
});
