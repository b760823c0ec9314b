import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Step, visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import type { Browser } from '../http/testing/browser.ts';
import { enter, openAccountCenter, password } from './testing/people.ts';

const scope = 'openid offline_access profile';
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const refused = { body: { code: 'session.identifier_not_found' } };

/** The session says that the user signed in, not that the user is there. */
describe.each(anyDatabase)('a thief with the session of a user who has no factor yet, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await openAccountCenter(app);
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: ['Totp'] } });
  });
  afterAll(() => app.close());

  const robbed = async (username: string) => {
    const { body } = await app.manage('POST', '/users', { username, password });
    const { browser } = await enter(app, { username });
    return { id: body.id as string, browser };
  };
  const stepUp = async (browser: Browser, parameters: Record<string, string> = {}) => {
    const asked = { scope, acr_values: multiFactorAcr, prompt: 'consent', ...parameters };
    const { step, page } = await visit(app, 'SignIn', asked, browser);
    return { step, pathname: new URL(page.address).pathname };
  };
  const plant = async (step: Step) => {
    const { body } = await step('POST', '/experience/verification/totp/secret');
    const { verificationId = 'none', secret = 'A' } = body;
    await step('POST', '/experience/verification/totp/verify', { verificationId, code: codeOf(secret) });
    const bound = await step('POST', '/experience/profile/mfa', { type: 'Totp', verificationId });
    return { bound, done: await step('POST', '/experience/submit') };
  };
  const factorsOf = async (id: string) => (await app.manage('GET', `/users/${id}/mfa-verifications`)).body;
  const setFactors = (id: string, factors: Record<string, unknown>[]) =>
    app.database
      .tenant('default')
      .send(db => db.updateTable('users').set({ mfaVerifications: factors }).where('id', '=', id).execute());

  test('cannot plant one by asking for a higher level, however lately the user signed in', async () => {
    const { id, browser } = await robbed('robbed');
    const { step, pathname } = await stepUp(browser);
    expect(pathname).toBe('/sign-in');
    expect(await plant(step)).toMatchObject({ bound: refused, done: refused });
    expect(await factorsOf(id)).toEqual([]);

    // With the password in this interaction, the user is not asked for anything again.
    const identifier = { type: 'username', value: 'robbed' };
    const proof = await step('POST', '/experience/verification/password', { identifier, password });
    await step('POST', '/experience/identification', proof.body);
    expect((await step('POST', '/experience/submit')).body.code).toBe('user.missing_mfa');
    const { done } = await plant(step);
    expect(done.status, done.text).toBe(200);
    const { address } = await browser.follow(done.body.redirectTo, app.env.ENDPOINT);
    expect(new URL(address).searchParams.has('code')).toBe(true);
    expect(await factorsOf(id)).toMatchObject([{ type: 'Totp' }]);
  });

  test('cannot with only used backup codes left, nor after the factor was removed in between', async () => {
    const usedAt = new Date().toISOString();
    const spent = { id: 'spent', type: 'BackupCode', createdAt: usedAt, codes: [{ digest: 'x', usedAt }] };
    const { id, browser } = await robbed('spent');
    await setFactors(id, [spent]);
    expect((await stepUp(browser)).pathname).toBe('/sign-in');

    await setFactors(id, []);
    await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    const { step, pathname } = await stepUp(browser);
    expect(pathname).toBe('/step-up');
    await setFactors(id, []);
    // The session knows the user, whose last proof was the factor that is gone: the sign-in ends there.
    expect(await plant(step)).toMatchObject({
      bound: { body: { code: 'session.not_found' } },
      done: { body: { code: 'session.interaction_not_found' } },
    });
    expect(await factorsOf(id)).toEqual([]);
  });

  test('gets no code in the background, and the user reads at once that a level is out of reach', async () => {
    const { browser } = await robbed('silent');
    const quiet = { acr_values: multiFactorAcr, scope: 'openid', prompt: 'none' };
    const { page } = await visit(app, undefined, quiet, browser);
    expect(new URL(page.address).searchParams.get('error')).toBe('interaction_required');
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: [] } });
    const { step, pathname } = await stepUp(browser);
    expect(pathname).toBe('/step-up');
    const { body } = await step('POST', '/experience/submit');
    expect(body.unmetAcr).toBe(multiFactorAcr);
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: ['Totp'] } });
  });
});
