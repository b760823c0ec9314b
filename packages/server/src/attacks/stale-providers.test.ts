import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outside, startOutside } from '../api/experience/testing/outside.ts';
import { visit } from '../api/experience/testing/visit.ts';
import { call } from '../http/testing/app.ts';
import { startEnterprise } from './testing/enterprise.ts';
import { openAccountCenter, takeTokens } from './testing/people.ts';

const base = '/experience/verification';
const claims = { sub: 'e-1', email: 'edsger@acme.example', email_verified: true };
const signedInThere = {
  sessionIndex: '_session',
  contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
};
const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;

/** Applications have users sign in again before something grave. A provider that remembers them would not ask. */
describe('a thief at an open browser, in which the provider of the user still has a session', () => {
  let outside: Outside;
  const paths: string[] = [];
  beforeAll(async () => {
    outside = await startOutside('postgresql');
    const { app, op } = outside;
    const { body: sso } = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Acme',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer: op.issuer },
      domains: ['acme.example'],
    });
    await app.manage('POST', '/connectors', {
      id: 'harbour',
      connectorId: 'oidc',
      config: { ...op.socialConfig, authRequestOptionalConfig: { prompt: 'none' } },
      metadata: { target: 'harbour' },
    });
    await outside.settings({ singleSignOnEnabled: true, socialSignInConnectorTargets: ['harbour'] });
    paths.push(`sso/${sso.id}`, 'social/harbour');
  });
  afterAll(() => outside.close());

  const begin = async (path: string, parameters: Record<string, string>) => {
    const { step } = await visit(outside.app, 'SignIn', parameters);
    const { authorizationUri, verificationId } = (await outside.begin(step, path)).body;
    const comeBack = async (authTime?: number) => {
      const told = authTime === undefined ? claims : { ...claims, auth_time: authTime };
      const connectorData = await outside.op.consent(authorizationUri, told);
      return step('POST', `${base}/${path}/verify`, { connectorData, verificationId });
    };
    return { prompt: new URL(authorizationUri).searchParams.get('prompt'), comeBack };
  };

  test('is asked by the provider, too, and does not leave that out', async () => {
    for (const path of paths)
      for (const parameters of [{ prompt: 'login' }, { max_age: '300' }] as Record<string, string>[]) {
        const { prompt, comeBack } = await begin(path, parameters);
        expect(prompt).toBe('login');
        expect((await comeBack(hourAgo())).body.code).toBe('connector.authorization_failed');
        const again = await begin(path, parameters);
        expect((await again.comeBack(hourAgo() + 3590)).status).toBe(200);
        // Not every provider says when it was.
        expect((await (await begin(path, parameters)).comeBack()).status).toBe(200);
      }
  });

  test('gains nothing by signing out first, where the application has a maximum age of its own', async () => {
    const { app } = outside;
    const { body: strict } = await app.manage('POST', '/applications', {
      name: 'Vault',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
      customClientMetadata: { maximumAuthenticationAge: 300 },
    });
    for (const path of paths) {
      const { prompt, comeBack } = await begin(path, { client_id: strict.id });
      expect(prompt).toBe('login');
      expect((await comeBack(hourAgo())).body.code).toBe('connector.authorization_failed');
      expect((await (await begin(path, { client_id: strict.id })).comeBack()).status).toBe(200);
    }
  });

  test('is offered no account that Google remembers', async () => {
    const { app, settings } = outside;
    await app.manage('POST', '/connectors', {
      id: 'google',
      connectorId: 'google-universal',
      config: {
        clientId: 'gatehouse',
        clientSecret: 'secret',
        oneTap: { isEnabled: true, autoSelect: true },
      },
    });
    await settings({ socialSignInConnectorTargets: ['harbour', 'google'] });
    const arrive = async (parameters: Record<string, string>) => {
      const { page, step } = await visit(app, 'SignIn', parameters);
      const connectorData = { credential: 'a token that nobody has signed' };
      const { body } = await step('POST', `${base}/social/google/verify`, { connectorData });
      return { isOffered: (page.answer?.text ?? '').includes('"oneTap":'), code: body.code };
    };
    // It is looked at only where One Tap is good enough.
    expect(await arrive({})).toEqual({ isOffered: true, code: 'connector.social_invalid_id_token' });
    expect(await arrive({ prompt: 'login' })).toEqual({
      isOffered: false,
      code: 'connector.authorization_failed',
    });
    await settings({ socialSignInConnectorTargets: ['harbour'] });
  });

  test('the provider is asked for what the connector asks of it as always, too', async () => {
    const { app, op, settings } = outside;
    await app.manage('POST', '/connectors', {
      id: 'consenting',
      connectorId: 'oidc',
      config: { ...op.socialConfig, customConfig: { prompt: 'select_account consent' } },
      metadata: { target: 'consenting' },
    });
    await settings({ socialSignInConnectorTargets: ['harbour', 'consenting'] });
    expect((await begin('social/consenting', {})).prompt).toBe('select_account consent');
    // Without the consent some providers give no refresh token.
    expect((await begin('social/consenting', { prompt: 'login' })).prompt).toBe('login consent');
    await settings({ socialSignInConnectorTargets: ['harbour'] });
  });

  test('users who were not asked to sign in again go through with the session of the provider', async () => {
    const usual = [null, 'none'];
    for (const [index, path] of paths.entries()) {
      const { prompt, comeBack } = await begin(path, {});
      expect(prompt).toBe(usual[index]);
      expect((await comeBack(hourAgo())).status).toBe(200);
    }
  });

  test('cannot sign out and in again to prove that they are the user', async () => {
    const { app, identify, prove, register, settings } = outside;
    await settings({
      socialSignInConnectorTargets: ['harbour'],
      signUp: { identifiers: [], password: false, verify: false },
    });
    await openAccountCenter(app);
    const enter = async (parameters: Record<string, string>, isNew = false) => {
      const { browser, step } = await visit(app, 'SignIn', { scope: 'openid profile', ...parameters });
      const verificationId = await prove(step, { sub: 'remembered' });
      const identified = await identify(step, { verificationId });
      if (isNew) expect((await register(step)).status).toBe(201);
      else expect(identified.status, identified.text).toBe(204);
      const { body } = await step('POST', '/experience/submit');
      const { address } = await browser.follow(body.redirectTo, app.env.ENDPOINT);
      const token = (await takeTokens(app, address)).body.access_token as string;
      const send = (method: string, path: string, given?: object) =>
        call(`${app.env.ENDPOINT}/api/my-account${path}`, { method, body: given, token });
      const { body: proofs } = await send('GET', '/proofs');
      const { body: refusal } = await send('POST', '/password', { password: 'what the thief would like' });
      return { proofs, refusal: refusal?.code };
    };
    const refused = {
      proofs: { proofs: [], factorProofs: [], isSignInRecent: false },
      refusal: 'verification_record.permission_denied',
    };
    expect(await enter({}, true)).toEqual(refused);
    expect(await enter({})).toEqual(refused);
    expect(await enter({ prompt: 'login' })).toEqual({
      proofs: { proofs: [], factorProofs: [], isSignInRecent: true },
      refusal: undefined,
    });
  });

  test('is asked by a SAML identity provider', async () => {
    const { app, idp, sp, begin, connectorId, close } = await startEnterprise();
    try {
      const requestWith = async (parameters: Record<string, string>) => {
        const { step } = await visit(app, 'SignIn', parameters);
        const { body } = await step('POST', `${base}/sso/${connectorId}/authorization-uri`, {
          state: 'relay',
          redirectUri: `${app.env.ENDPOINT}/callback/${connectorId}`,
        });
        const asked = new URL(body.authorizationUri).searchParams.get('SAMLRequest') ?? '';
        return inflateRawSync(Buffer.from(asked, 'base64')).toString();
      };
      expect(await requestWith({ prompt: 'login' })).toContain('ForceAuthn="true"');
      expect(await requestWith({})).not.toContain('ForceAuthn="true"');
      const arriveAfter = async (parameters: Record<string, string>, ageMs: number) => {
        const { verify, inResponseTo } = await begin(parameters);
        const authentication = { ...signedInThere, at: Date.now() - ageMs };
        const xml = idp.respond(sp, { inResponseTo, authentication });
        const answer = await fetch(sp.assertionConsumerServiceUrl, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({
            SAMLResponse: Buffer.from(xml).toString('base64'),
            RelayState: 'relay',
          }),
        });
        const { searchParams } = new URL(answer.headers.get('location') ?? '', app.env.ENDPOINT);
        return verify(Object.fromEntries(searchParams));
      };
      const hourMs = 3_600_000;
      expect((await arriveAfter({ prompt: 'login' }, hourMs)).body.code).toBe(
        'connector.authorization_failed',
      );
      expect((await arriveAfter({ prompt: 'login' }, 1000)).status).toBe(200);
      expect((await arriveAfter({}, hourMs)).status).toBe(200);
    } finally {
      await close();
    }
  });
});
