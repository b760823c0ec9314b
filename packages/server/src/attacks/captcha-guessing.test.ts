import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const password = 'correct horse battery';

/** A captcha stands before each guess, not only before the first step. */
describe.each(databaseKinds)('guessing where the tenant wants captchas, on %s', kind => {
  let app: TestApp;
  let provider: Server;
  let tokens = 0;
  beforeAll(async () => {
    provider = createServer(async (request, response) => {
      const token = new URLSearchParams(Buffer.concat(await request.toArray()).toString()).get('response');
      if (token === 'broken') response.destroy();
      else response.end(JSON.stringify({ success: token !== 'rejected' }));
    });
    await new Promise<void>(resolve => provider.listen(0, resolve));
    const { port } = provider.address() as AddressInfo;
    app = await startTestApp(kind, {
      variables: { GATEHOUSE_CAPTCHA_VERIFY_URL: `http://localhost:${port}` },
    });
    await app.manage('POST', '/users', { username: 'known', password });
    await app.manage('PUT', '/captcha-provider', {
      config: { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' },
    });
    await app.manage('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } });
  });
  afterAll(async () => {
    await app.close();
    provider.close();
  });

  const begin = async (captchaToken?: string, interactionEvent = 'SignIn') => {
    const { step } = await visit(app);
    const started = await step('PUT', '/experience', { interactionEvent, captchaToken });
    const guess = (given: string, value = 'known') =>
      step('POST', '/experience/verification/password', {
        identifier: { type: 'username', value },
        password: given,
      });
    return { step, started, guess };
  };
  const solve = () => begin(`token ${++tokens}`);

  test('without one, no password is checked, and the right one is no exception', async () => {
    const { guess } = await begin();
    for (const answer of [await guess('wrong'), await guess(password), await guess('wrong', 'stranger')])
      expect(answer).toMatchObject({ status: 422, body: { code: 'session.captcha_required' } });
  });

  test('one is good for one guess, also when forty come at once', async () => {
    const { guess } = await solve();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(`wrong ${index}`)));
    const codes = answers.map(({ body }) => body.code);
    expect(codes.filter(code => code === 'session.invalid_credentials')).toHaveLength(1);
    expect(codes.filter(code => code === 'session.captcha_required')).toHaveLength(39);
  });

  test('a token that was used is refused', async () => {
    const token = `token ${++tokens}`;
    expect((await begin(token)).started.status).toBe(204);
    expect((await begin(token)).started.body.code).toBe('session.captcha_failed');
  });

  test.each(['rejected', 'broken'])('a token whose check is %s is good for no guess', async token => {
    const { started, guess } = await begin(token);
    expect(started).toMatchObject({ status: 422, body: { code: 'session.captcha_failed' } });
    expect((await guess(password)).status).toBeGreaterThanOrEqual(400);
    const { step } = await visit(app, 'SignIn');
    await step('PUT', '/experience', { interactionEvent: 'SignIn', captchaToken: token });
    const identifier = { type: 'username', value: 'known' };
    expect(await step('POST', '/experience/verification/password', { identifier, password })).toMatchObject({
      status: 422,
      body: { code: 'session.captcha_required' },
    });
  });

  test('names that are taken are told only to who has solved one', async () => {
    const { step } = await begin(undefined, 'Register');
    const propose = (username: string) =>
      step('POST', '/experience/verification/new-password-identity', {
        identifier: { type: 'username', value: username },
        password,
      });
    expect((await propose('known')).body.code).toBe('session.captcha_required');
    expect((await propose('stranger')).body.code).toBe('session.captcha_required');
  });

  test('passkeys are asked for by who has solved one, once', async () => {
    await app.manage('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: true } });
    const ask = async ({ step }: Awaited<ReturnType<typeof begin>>) =>
      step('POST', '/experience/verification/sign-in-passkey/authentication', {
        identifier: { type: 'username', value: 'known' },
      });
    expect((await ask(await begin())).body.code).toBe('session.captcha_required');
    const person = await solve();
    expect((await ask(person)).status).toBe(200);
    expect((await ask(person)).body.code).toBe('session.captcha_required');
    await app.manage('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: false } });
  });

  test('a person gets in', async () => {
    const { step, guess } = await solve();
    const proven = await guess(password);
    expect(proven.status, proven.text).toBe(200);
    expect((await step('POST', '/experience/identification', proven.body)).status).toBe(204);
  });
});
