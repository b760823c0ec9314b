import {
  multiFactorAcr,
  phishingResistantAcr,
  singleFactorAcr,
} from '@gatehouse/contract/authentication-levels.ts';
import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createBrowser, signIn } from '../http/testing/browser.ts';
import { enter, hold, password, takeTokens } from './testing/people.ts';

const api = 'https://bank.example/api';
const scope =
  'openid offline_access transfer view urn:logto:scope:organizations profile email identities urn:logto:scope:sessions';

describe.each(anyDatabase)('a user who signed in with a password alone on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await app.manage('PATCH', '/sign-in-exp', { mfa: { policy: 'NoPrompt', factors: ['Totp'] } });
    const { body: resource } = await app.manage('POST', '/resources', { name: 'Bank', indicator: api });
    const scopes = [{ name: 'view' }, { name: 'transfer', acr: multiFactorAcr }];
    const ids: string[] = [];
    for (const fields of scopes)
      ids.push((await app.manage('POST', `/resources/${resource.id}/scopes`, fields)).body.id);
    const { body: role } = await app.manage('POST', '/roles', {
      name: 'customer',
      description: 'Customer',
      scopeIds: ids,
    });
    await app.manage('PATCH', `/roles/${role.id}`, { isDefault: true });
    await app.manage('POST', '/organizations', { name: 'Acme', isMfaRequired: true });
    await app.manage('PATCH', '/configs/oidc/session', { authenticationInAccessTokens: true });
  });
  afterAll(() => app.close());

  /** A user who has an authenticator app and skips it at sign-in, and who is a member of the organization. */
  const create = async (username: string, hasFactor = true) => {
    const { body: user } = await app.manage('POST', '/users', { username, password });
    const { body: organizations } = await app.manage('GET', '/organizations');
    await app.manage('POST', `/organizations/${organizations[0].id}/users`, { userIds: [user.id] });
    if (!hasFactor) return { id: user.id, secret: '', organizationId: organizations[0].id as string };
    const { body: factor } = await app.manage('POST', `/users/${user.id}/mfa-verifications`, {
      type: 'Totp',
    });
    await app.database
      .tenant('default')
      .write(testOrigin, tx => tx.update('users', { id: user.id }, { mfaConfig: { skipMfaOnSignIn: true } }));
    return {
      id: user.id as string,
      secret: factor.secret as string,
      organizationId: organizations[0].id as string,
    };
  };
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const ask = (parameters: Record<string, string>, browser = createBrowser()) =>
    visit(app, undefined, { scope, prompt: 'consent', resource: api, ...parameters }, browser);

  /** Goes on from the session with the authenticator app, without the password. */
  const stepUp = async (step: Awaited<ReturnType<typeof visit>>['step'], secret: string) => {
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const wanted = await step('POST', '/experience/submit');
    expect(wanted.body.code).toBe('session.mfa.require_mfa_verification');
    expect(
      (await step('POST', '/experience/verification/totp/verify', { code: codeOf(secret) })).status,
    ).toBe(200);
    return (await step('POST', '/experience/submit')).body.redirectTo as string;
  };

  test('gets no token of an organization that requires MFA, neither at refresh, until a factor was used', async () => {
    const { secret, organizationId } = await create('member');
    const weak = await enter(app, { username: 'member' });
    expect(decodeJwt(weak.tokens.id_token)).toMatchObject({ acr: singleFactorAcr, amr: ['pwd'] });
    const refused = await weak.refresh({ organization_id: organizationId });
    expect(refused).toMatchObject({ status: 403, body: { error: 'access_denied' } });
    const { page, step } = await ask({ acr_values: multiFactorAcr }, weak.browser);
    expect(page.address).toContain('/step-up?');
    const { address } = await weak.browser.follow(await stepUp(step, secret), app.env.ENDPOINT);
    const strong = hold(app, weak.browser, (await takeTokens(app, address)).body);
    const claims = decodeJwt(strong.tokens.id_token);
    expect(claims).toMatchObject({ acr: multiFactorAcr, amr: ['pwd', 'otp', 'mfa'] });
    // The time stays that of the password.
    expect(claims.auth_time).toBe(decodeJwt(weak.tokens.id_token).auth_time);
    expect((await strong.refresh({ organization_id: organizationId })).status).toBe(200);
    // Tokens issued earlier do not gain the stronger authentication.
    expect((await weak.refresh({ organization_id: organizationId })).status).toBe(403);
  });

  test('gets a permission that needs MFA only after MFA, and never by refresh or exchange', async () => {
    const { secret } = await create('payer');
    const browser = createBrowser();
    await ask({ scope: scope.replace('transfer ', '') }, browser);
    const { address } = await browser.follow(
      await signIn(browser, app.env.ENDPOINT, { username: 'payer', password }),
      app.env.ENDPOINT,
    );
    const weak = hold(app, browser, (await takeTokens(app, address)).body);
    const first = await weak.refresh({ resource: api });
    expect(decodeJwt(first.body.access_token)).toMatchObject({
      scope: 'view',
      acr: singleFactorAcr,
      amr: ['pwd'],
    });
    expect((await weak.refresh({ resource: api, scope: 'transfer' })).status).toBe(400);
    // Asking for it leads to the factor; without one nothing comes back.
    const silent = await ask({ prompt: 'none' }, browser);
    expect(new URL(silent.page.address).searchParams.get('error')).toBe('interaction_required');
    const { page, step } = await ask({}, browser);
    expect(page.address).toContain('/step-up?');
    const back = await browser.follow(await stepUp(step, secret), app.env.ENDPOINT);
    const strong = hold(app, browser, (await takeTokens(app, back.address)).body);
    const paid = await strong.refresh({ resource: api });
    expect(decodeJwt(paid.body.access_token)).toMatchObject({ scope: 'view transfer', acr: multiFactorAcr });
  });

  test('is told when the level cannot be reached, and led to a factor that can be set up', async () => {
    await create('plain', false);
    const browser = createBrowser();
    await ask({ acr_values: phishingResistantAcr }, browser);
    const redirect = await signIn(browser, app.env.ENDPOINT, { username: 'plain', password });
    const { address } = await browser.follow(redirect, app.env.ENDPOINT);
    expect(new URL(address).searchParams.get('error')).toBe('unmet_authentication_requirements');
    const again = await ask({ acr_values: multiFactorAcr, prompt: 'login consent' }, browser);
    await again.step('PUT', '/experience', { interactionEvent: 'SignIn' });
    const { body } = await again.step('POST', '/experience/verification/password', {
      identifier: { type: 'username', value: 'plain' },
      password,
    });
    await again.step('POST', '/experience/identification', { verificationId: body.verificationId });
    const wanted = await again.step('POST', '/experience/submit');
    expect(wanted.body).toMatchObject({ code: 'user.missing_mfa', data: { availableFactors: ['Totp'] } });
  });

  test('[V6.3.4, V7.6.1] cannot avoid what the application asks for, nor an essential claim', async () => {
    await create('careful');
    const strict = await app.manage('POST', '/applications', {
      name: 'Vault',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
      customClientMetadata: { minimumAcr: multiFactorAcr, maximumAuthenticationAge: 3600 },
    });
    const { browser } = await enter(app, { username: 'careful' });
    const asked = await ask({ client_id: strict.body.id, acr_values: singleFactorAcr }, browser);
    expect(asked.page.address).toContain('/step-up?');
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: multiFactorAcr } } });
    const essential = await ask({ client_id: demoApplicationId, claims, scope: 'openid' }, browser);
    expect(essential.page.address).toContain('/step-up?');
    const lower = JSON.stringify({ id_token: { acr: { essential: true, values: [singleFactorAcr] } } });
    const enough = await ask({ claims: lower, scope: 'openid', prompt: 'none' }, browser);
    expect(new URL(enough.page.address).searchParams.has('code')).toBe(true);
    const discovery = await fetch(`${app.env.ENDPOINT}/oidc/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({
      acr_values_supported: [singleFactorAcr, multiFactorAcr, phishingResistantAcr],
    });
  });

  test('finds the own name filled in when signing in again, and no other user does', async () => {
    await create('returning', false);
    const { browser } = await enter(app, { username: 'returning' });
    const pageAfter = async (parameters: Record<string, string>, as = browser) =>
      (await ask(parameters, as)).page.answer?.text ?? '';
    await expect
      .poll(() => pageAfter({ max_age: '1' }), { interval: 300 })
      .toContain('"login_hint":"returning"');
    expect(await pageAfter({ max_age: '1', login_hint: 'other' })).toContain('"login_hint":"other"');
    expect(await pageAfter({ prompt: 'login', scope: 'openid' })).not.toContain('"login_hint":');
    expect(await pageAfter({ max_age: '1' }, createBrowser())).not.toContain('"login_hint":');
  });

  test('[V7.3.2] is signed out at the absolute end of the session, however active', async () => {
    await create('active');
    await app.manage('PATCH', '/configs/oidc/session', { absoluteTtl: 2 });
    const { isSignedIn } = await enter(app, { username: 'active' });
    await expect.poll(isSignedIn, { interval: 200 }).toBe(false);
    await app.manage('PATCH', '/configs/oidc/session', { absoluteTtl: 3600 });
  });
});
