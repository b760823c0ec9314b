import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purge } from '../../database/purge.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPeople } from '../../oidc/testing/people.ts';
import { visit } from '../experience/testing/visit.ts';

const password = 'correct horse battery';

describe.each(databaseKinds)('sign-ins on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind, {
      variables: { TRUST_PROXY: '1', GATEHOUSE_COUNTRY_HEADER: 'x-country' },
      // Only the test writes entries, so that none waits behind a batch that is being written.
      auditIntervalMs: 3_600_000,
    });
  });
  afterAll(() => app.close());

  const list = async (query: Record<string, string>) => {
    await app.app.services.audit.flush();
    return app.manage('GET', `/sign-ins?${new URLSearchParams(query)}`);
  };
  const createUser = async (username: string) =>
    (await app.manage('POST', '/users', { username, password })).body.id as string;

  test('200 one for a sign-in from its first page to its token, with its steps in order', async () => {
    const people = createPeople(app);
    const shop = await people.createApplication({ name: 'Shop', type: 'SPA' });
    const client = await people.discover(shop.id);
    const { userId, tokens } = await people.register(client, 'whole');
    const { body, headers } = await list({ applicationId: shop.id });
    expect(headers.get('total-number')).toBe('1');
    expect(body[0]).toMatchObject({
      outcome: 'Success',
      event: 'Register',
      userId,
      applicationId: shop.id,
      methods: [
        { method: 'Password', result: 'Success' },
        { method: 'Token', result: 'Success' },
      ],
      ip: expect.any(String),
    });
    const { body: read } = await app.manage('GET', `/sign-ins/${body[0].id}`);
    const keys = read.steps.map(({ key }: { key: string }) => key);
    expect(keys[0]).toBe('Interaction.Create');
    expect(keys.at(-1)).toBe('ExchangeTokenBy.AuthorizationCode');
    expect(keys).toContain('Interaction.Register.Submit');
    expect(read.endedAt).toBeGreaterThanOrEqual(read.startedAt);

    // A refreshed token is no sign-in.
    await openid.refreshTokenGrant(client, tokens?.refresh_token ?? '');
    expect((await list({ applicationId: shop.id })).body).toHaveLength(1);
  });

  test('200 a wrong password, then a right one, is one that succeeded; a wrong one alone failed', async () => {
    const userId = await createUser('forgetful');
    const attempt = async (passwords: string[]) => {
      const { step } = await visit(app, 'SignIn');
      for (const each of passwords) {
        const identifier = { type: 'username', value: 'forgetful' };
        const { body } = await step('POST', '/experience/verification/password', {
          identifier,
          password: each,
        });
        if (!body.verificationId) continue;
        await step('POST', '/experience/identification', { verificationId: body.verificationId });
        await step('POST', '/experience/submit');
      }
    };
    await attempt(['wrong', password]);
    await attempt(['wrong']);
    const { body } = await list({ userId });
    expect(body).toMatchObject([
      {
        outcome: 'Error',
        applicationId: demoApplicationId,
        error: { code: 'session.invalid_credentials' },
        methods: [{ method: 'Password', result: 'Error' }],
      },
      { outcome: 'Success', methods: [{ method: 'Password', result: 'Success' }] },
    ]);
    expect(body[1].error).toBeUndefined();
    expect((await list({ userId, outcome: 'Error' })).body).toHaveLength(1);
    const [{ startedAt }] = body;
    expect((await list({ userId, end_time: String(startedAt - 1) })).body).toHaveLength(1);
    expect((await list({ userId, before: body[0].id })).body).toEqual([body[1]]);
    expect((await list({ userId, before: body[1].id })).body).toEqual([]);
  });

  test('200 a page that was only opened is open, and a refused request failed', async () => {
    const { id } = await createPeople(app).createApplication({ name: 'Door', type: 'SPA' });
    const parameters = { client_id: id, redirect_uri: 'https://app.example/callback' };
    await visit(app, undefined, parameters);
    await visit(app, undefined, { ...parameters, redirect_uri: 'https://elsewhere.example' });
    const { body } = await list({ applicationId: id });
    expect(body.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['Error', 'Open']);
    expect(body[0].error).toMatchObject({ code: 'invalid_redirect_uri' });
  });

  test('the country is told as a trusted proxy names it', async () => {
    const userId = await createUser('traveler');
    const { browser } = await visit(app, 'SignIn');
    await browser.experience(
      app.env.ENDPOINT,
      'POST',
      '/experience/verification/password',
      { identifier: { type: 'username', value: 'traveler' }, password },
      { 'x-forwarded-for': '203.0.113.9', 'x-country': 'SE' },
    );
    const failed = await list({ userId });
    expect(failed.body[0]).toMatchObject({ ip: '203.0.113.9', country: 'SE' });
  });

  test('400 for a time that ends before it begins, 404 for none', async () => {
    expect((await list({ start_time: '2', end_time: '1' })).status).toBe(400);
    expect((await app.manage('GET', '/sign-ins/nothing')).status).toBe(404);
  });

  test('an erased user leaves who and when, and nothing of the place', async () => {
    const userId = await createUser('leaving');
    const { step } = await visit(app, 'SignIn');
    await step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: 'leaving' },
      password: 'wrong',
    });
    const [before] = (await list({ userId })).body;
    expect(before.ip).toEqual(expect.any(String));
    expect((await app.manage('POST', `/users/${userId}/erase`)).status).toBeLessThan(300);
    const { body } = await app.manage('GET', `/sign-ins/${before.id}`);
    expect(body).toMatchObject({ userId, outcome: 'Error', startedAt: before.startedAt });
    expect(JSON.stringify(body)).not.toContain(before.ip);
    expect(body).not.toHaveProperty('userAgent');
  });

  test('old ones go with the entries of the log, and another tenant sees none', async () => {
    const now = Date.now();
    const write = (tenantId: string, at: number) =>
      app.database.tenant(tenantId).send(db =>
        db
          .insertInto('logs')
          .values({
            id: generateId(),
            key: 'Interaction.End',
            payload: {
              key: 'Interaction.End',
              result: 'Success',
              sessionId: `${tenantId}${at}`,
              userId: 'old',
            },
            createdAt: at,
          })
          .execute(),
      );
    await write('default', now - 20 * dayMs);
    await write('default', now - 2 * dayMs);
    await write('admin', now - 2 * dayMs);
    expect((await list({ userId: 'old' })).body).toHaveLength(2);
    await purge(app.database, { logDays: 7, changeDays: 90, isCloud: false, now });
    expect((await list({ userId: 'old' })).body).toHaveLength(1);
  });
});
