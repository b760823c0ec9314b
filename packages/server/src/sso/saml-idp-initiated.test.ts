import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { type SamlSignIn, startSamlSignIn } from './testing/saml-sign-in.ts';

describe.each(anyDatabase)('sign-ins that SAML providers begin on %s', kind => {
  let saml: SamlSignIn;
  beforeAll(async () => {
    saml = await startSamlSignIn(kind);
    await saml.register();
  });
  afterAll(() => saml.close());

  test('[ENT-12] [V7.6.2] a sign-in that the provider begins is taken where the tenant wants it', async () => {
    const { app, idp, sp, connectorId, deliver } = saml;
    const unasked = () => idp.respond(sp);
    expect((await deliver(unasked())).text).toContain(
      'single_sign_on.idp_initiated_authentication_not_supported',
    );
    const path = `/sso-connectors/${connectorId}/idp-initiated-auth-config`;
    const redirectUri = 'https://app.example/callback';
    const create = async (type: string) =>
      (
        await app.manage('POST', '/applications', {
          name: type,
          type,
          oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
        })
      ).body.id;
    const settings = (fields: object) =>
      app.manage('PUT', path, { autoSendAuthorizationRequest: true, ...fields });
    expect((await settings({ defaultApplicationId: await create('SPA') })).body.code).toBe(
      'single_sign_on.idp_initiated_authentication_invalid_application_type',
    );
    const defaultApplicationId = await create('Traditional');
    expect((await settings({ defaultApplicationId, redirectUri: 'https://evil.example' })).body.code).toBe(
      'single_sign_on.idp_initiated_authentication_redirect_uri_not_registered',
    );
    expect((await settings({ defaultApplicationId })).status).toBe(200);
    expect((await app.manage('GET', path)).body).toMatchObject({ defaultApplicationId, redirectUri: null });

    const { location, cookie } = await deliver(unasked());
    expect(location).toContain(`direct_sign_in=sso%3A${connectorId}`);
    expect(cookie).toMatch(/^_sso_assertion=\w+; .*HttpOnly; SameSite=Lax/);
    // The application has no verifier for a request that we begin for it: PKCE is not asked of this one alone.
    const begun = (cookies: Record<string, string>) =>
      fetch(location!, { headers: cookies, redirect: 'manual' });
    expect((await begun({ cookie: cookie! })).headers.get('location')).not.toContain('error=');
    expect((await begun({})).headers.get('location')).toContain('error=invalid_request');
    const { step, browser } = await visit(app, 'SignIn');
    const kept = (cookie ?? '').split(';')[0] ?? '';
    const base = `${app.env.ENDPOINT}/api/experience/verification/sso/${connectorId}`;
    const send = async (to: string, body: object, cookies = `${browser.cookies()}; ${kept}`) => {
      const answer = await fetch(`${base}/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookies },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    };
    const callback = `${app.env.ENDPOINT}/callback/${connectorId}`;
    const { body } = await send('authorization-uri', { state: 'mine', redirectUri: callback });
    expect(body.authorizationUri).toContain(`${callback}?state=mine&assertion=`);
    const connectorData = Object.fromEntries(new URL(body.authorizationUri).searchParams);
    const { verificationId } = body;
    // Without the cookie it could be planted.
    expect((await send('verify', { connectorData, verificationId }, browser.cookies())).status).toBe(401);
    expect((await send('verify', { connectorData, verificationId })).status).toBe(200);
    expect((await step('POST', '/experience/identification', { verificationId })).status).toBe(204);

    // A user who must sign in again is sent to the provider, not stopped by a sign-in of hours ago.
    const hourMs = 3_600_000;
    for (const [age, isTaken] of [
      [hourMs, false],
      [1000, true],
    ] as const) {
      const authentication = {
        sessionIndex: '_session',
        contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
        at: Date.now() - age,
      };
      const again = await deliver(idp.respond(sp, { authentication }));
      const strict = await visit(app, 'SignIn', { prompt: 'login' });
      const cookies = `${strict.browser.cookies()}; ${(again.cookie ?? '').split(';')[0]}`;
      const asked = await send('authorization-uri', { state: 'mine', redirectUri: callback }, cookies);
      expect(asked.body.authorizationUri.startsWith(callback)).toBe(isTaken);
    }

    // The application begins the sign-in itself, as it always does.
    const spa = await create('SPA');
    const page = 'https://app.example/sso';
    const client = { defaultApplicationId: spa, clientIdpInitiatedAuthCallbackUri: page };
    expect((await settings({ autoSendAuthorizationRequest: false, ...client })).status).toBe(200);
    const sent = await deliver(unasked());
    const issuer = encodeURIComponent(`${app.env.ENDPOINT}/oidc`);
    expect(sent.location).toBe(`${page}?ssoConnectorId=${connectorId}&iss=${issuer}`);
    const ordinary = async (clientId: string, headers: Record<string, string>) => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        state: 'its own',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      const answer = await fetch(`${app.env.ENDPOINT}/oidc/auth?${query}`, { headers, redirect: 'manual' });
      return answer.headers.get('location');
    };
    const withAssertion = { cookie: sent.cookie!.split(';')[0]! };
    expect(await ordinary(spa, withAssertion)).toContain(`/direct/sso/${connectorId}?`);
    expect(await ordinary(spa, {})).toContain('/sign-in?');
    expect(await ordinary(spa, { cookie: '_sso_assertion=made-up' })).toContain('/sign-in?');
    expect(await ordinary(defaultApplicationId, withAssertion)).toContain('/sign-in?');

    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
    expect(await ordinary(spa, withAssertion)).toContain('/sign-in?');
  });
});
