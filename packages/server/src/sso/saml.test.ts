import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createAdministrator } from '../domain/administrators.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts';
import { createIdentityProvider, idpEntityId, idpSignIn } from './testing/identity-provider.ts';

const metadataPath = 'idp.acme.example/metadata';

describe.each(databaseKinds)('enterprise sign-in by SAML on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  let mail: MailServer;
  let ahead = 0;
  let idp: Awaited<ReturnType<typeof createIdentityProvider>>;
  let sp: { entityId: string; assertionConsumerServiceUrl: string; signingCertificate: string };
  let connectorId: string;
  beforeAll(async () => {
    world = await startStandIn();
    idp = await createIdentityProvider();
    world.answer({ [metadataPath]: { text: idp.metadata } });
    mail = await startMailServer();
    app = await startTestApp(kind, {
      variables: {
        GATEHOUSE_CONNECTORS_URL: world.url,
        ...mail.variables,
      },
      now: () => Date.now() + ahead,
    });
    const created = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: 'Acme',
      config: { metadataUrl: `https://${metadataPath}` },
      domains: ['acme.example'],
    });
    connectorId = created.body.id;
    await app.manage('POST', `/sso-connectors/${connectorId}/signing-keys`, { active: true });
    await app.manage('PATCH', `/sso-connectors/${connectorId}`, {
      config: { metadataUrl: `https://${metadataPath}`, signAuthnRequest: true },
    });
    await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
    const { body } = await app.manage('GET', `/sso-connectors/${connectorId}`);
    expect(body.providerProblem).toBeUndefined();
    expect(body.providerConfig.identityProvider).toMatchObject({
      entityId: idpEntityId,
      signInEndpoint: idpSignIn,
      isCertificateValid: true,
      certificateExpiresAt: Date.parse(new X509Certificate(idp.certificate).validTo),
    });
    sp = body.providerConfig.serviceProvider;
  });
  afterAll(async () => {
    await app.close();
    await world.close();
    await mail.close();
  });

  const begin = async () => {
    const { step, browser } = await visit(app, 'SignIn');
    const base = `/experience/verification/sso/${connectorId}`;
    const redirectUri = `${app.env.ENDPOINT}/callback/${connectorId}`;
    const begun = await step('POST', `${base}/authorization-uri`, { state: 'relay', redirectUri });
    expect(begun.status, begun.text).toBe(200);
    const asked = new URL(begun.body.authorizationUri);
    const request = inflateRawSync(
      Buffer.from(asked.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString();
    const { verificationId } = begun.body;
    const verify = (connectorData: object) =>
      step('POST', `${base}/verify`, { connectorData, verificationId });
    return {
      step,
      browser,
      asked,
      request,
      verify,
      requestId: /ID="([^"]+)"/.exec(request)?.[1] ?? '',
    };
  };
  /** The form that the identity provider has the browser send. */
  const deliver = async (xml: string, relayState = 'relay') => {
    const response = await fetch(sp.assertionConsumerServiceUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: relayState,
      }),
    });
    const location = response.headers.get('location');
    const query = location ? Object.fromEntries(new URL(location).searchParams) : undefined;
    return {
      status: response.status,
      location,
      query,
      text: await response.text(),
      cookie: response.headers.get('set-cookie'),
    };
  };

  test('[ENT-12] our request is signed, and its answer makes a user who comes back', async () => {
    const first = await begin();
    expect(first.asked.origin + first.asked.pathname).toBe(idpSignIn);
    expect(first.request).toContain(sp.entityId);
    expect(first.asked.searchParams.get('SigAlg')).toContain('rsa-sha256');
    const signed = first.asked.search.slice(1).replace(/&Signature=.*$/, '');
    const signature = Buffer.from(first.asked.searchParams.get('Signature') ?? '', 'base64');
    expect(
      verify('sha256', Buffer.from(signed), new X509Certificate(sp.signingCertificate).publicKey, signature),
    ).toBe(true);

    const { status, location, query } = await deliver(idp.respond(sp, { inResponseTo: first.requestId }));
    expect(status).toBe(303);
    expect(location).toContain(`${app.env.ENDPOINT}/callback/${connectorId}?state=relay&assertion=`);
    expect((await first.verify(query ?? {})).status).toBe(200);
    // One answer is good for one sign-in.
    expect((await first.verify(query ?? {})).body.code).toBe('connector.authorization_failed');
    const identify = (step: typeof first.step, body = {}) => step('POST', '/experience/identification', body);
    const { verificationRecords } = (await first.step('GET', '/experience/interaction')).body;
    const verificationId = verificationRecords.find(({ verified }: { verified: boolean }) => verified).id;
    expect((await identify(first.step, { verificationId })).body.code).toBe('user.sso_identity_not_exist');
    await first.step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    expect((await identify(first.step)).status).toBe(201);
    expect((await first.step('POST', '/experience/submit')).status).toBe(200);
    const [user] = (await app.manage('GET', '/users?search.primaryEmail=ada@acme.example')).body;
    expect(user).toMatchObject({ name: 'Ada of Acme', primaryEmail: 'ada@acme.example' });
    const { body } = await app.manage('GET', `/users/${user.id}/sso-identities/${connectorId}`);
    expect(body.ssoIdentity).toMatchObject({ issuer: idpEntityId, identityId: 'acme-1' });
  });

  test('an answer to another request, browser or connector signs nobody in', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const { query } = await deliver(idp.respond(sp, { inResponseTo: theirs.requestId }));
    expect((await mine.verify(query ?? {})).body.code).toBe('connector.authorization_failed');
    expect((await mine.verify({ state: 'other', assertion: 'x' })).body.code).toBe(
      'session.csrf_token_mismatch',
    );
    expect((await mine.verify({ state: 'relay', assertion: 'made-up' })).body.code).toBe(
      'connector.authorization_failed',
    );
    expect((await theirs.verify(query ?? {})).status).toBe(200);
  });

  test('[V6.8.2, V6.8.3] attacks: replay, wrapping, wrong audience, place or provider, old, unsigned, forged, entities', async () => {
    const { requestId } = await begin();
    const good = (fields = {}) => idp.respond(sp, { inResponseTo: requestId, ...fields });
    const once = good();
    expect((await deliver(once)).status).toBe(303);
    const stranger = await createIdentityProvider();
    const wrapped = good();
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(wrapped) ?? [];
    const forged = assertion
      .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
      .replace(/ID="[^"]+"/, 'ID="_forged"')
      .replaceAll('ada@acme.example', 'root@acme.example');
    const inExtensions = `<samlp:Extensions>${assertion}</samlp:Extensions>`;
    const attacks: Record<string, string> = {
      replay: once,
      'two assertions': wrapped.replace(assertion, forged + assertion),
      'the signed one hidden': wrapped
        .replace(assertion, forged)
        .replace('</samlp:Status>', `</samlp:Status>${inExtensions}`),
      'the signature moved': wrapped.replace(
        assertion,
        forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`),
      ),
      'wrong audience': good({ audience: 'https://another.example' }),
      'wrong recipient': good({ recipient: 'https://another.example/acs' }),
      'another provider': good({ issuer: 'https://idp.elsewhere.example' }),
      expired: good({ issuedAt: Date.now() - 900_000, expiresAt: Date.now() - 600_000 }),
      'not yet': good({ issuedAt: Date.now() + 600_000, expiresAt: Date.now() + 900_000 }),
      unsigned: good({ signed: [] }),
      'signed by a stranger': stranger.respond(sp, { inResponseTo: requestId }),
      changed: good().replaceAll('ada@acme.example', 'root@acme.example'),
      'with a comment': good().replace('>acme-1<', '>acme-1<!---->.evil<'),
      'entity expansion': `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>${good()}`,
      'outside entity': `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>${good()}`,
      'not XML': 'hello',
      nothing: '',
    };
    for (const [name, xml] of Object.entries(attacks)) {
      const { status, location, text } = await deliver(xml);
      expect([name, status, location]).toEqual([
        name,
        expect.toSatisfy(code => code === 400 || code === 401),
        null,
      ]);
      expect(text).not.toContain('root@acme.example');
    }
    expect((await app.manage('GET', '/users?search=root')).body).toEqual([]);
  });

  test('a provider that has changed its certificate is believed once its metadata say so', async () => {
    const { requestId, verify } = await begin();
    const next = await createIdentityProvider();
    const answer = next.respond(sp, { inResponseTo: requestId });
    expect((await deliver(answer)).status).toBe(401);
    world.answer({ [metadataPath]: { text: next.metadata } });
    const { status, query } = await deliver(answer);
    expect(status).toBe(303);
    expect((await verify(query ?? {})).status).toBe(200);
    world.answer({ [metadataPath]: { text: idp.metadata } });
    await deliver(idp.respond(sp, { inResponseTo: requestId }));
  });

  test('[ENT-32] [V10.5.3] a provider that says of itself what cannot be used is an error of the connector', async () => {
    const endpoints = {
      authorization_endpoint: 'https://x/a',
      token_endpoint: 'https://x/t',
      jwks_uri: 'https://x/k',
    };
    world.answer({
      [metadataPath]: { text: idp.metadata },
      'bad.example/page': { text: '<html/>' },
      'bad.example/certificate': { text: idp.metadata.replace(/(X509Certificate>)[^<]+/, '$1bm9uc2Vuc2U=') },
      'bad.example/.well-known/openid-configuration': {
        json: { issuer: 'https://other.example', ...endpoints },
      },
      'empty.example/.well-known/openid-configuration': { json: {} },
    });
    const saml = (path: string) => ({
      providerName: 'SAML',
      config: { metadataUrl: `https://bad.example/${path}` },
    });
    const oidc = (issuer: string) => ({
      providerName: 'OIDC',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer },
    });
    for (const [settings, code] of [
      [saml('nothing'), 'invalid_metadata'],
      [saml('page'), 'invalid_metadata'],
      [saml('certificate'), 'invalid_certificate'],
      [oidc('https://bad.example'), 'invalid_metadata'],
      [oidc('https://empty.example'), 'invalid_metadata'],
    ] as const) {
      const { body, text } = await app.manage('POST', '/sso-connectors', {
        connectorName: 'Bad',
        ...settings,
      });
      expect(body.id, text).toBeTruthy();
      const { step } = await visit(app, 'SignIn');
      const begun = await step('POST', `/experience/verification/sso/${body.id}/authorization-uri`, {
        state: 'relay',
        redirectUri: `${app.env.ENDPOINT}/callback/${body.id}`,
      });
      expect(begun.body.code).toBe(`connector.${code}`);
      const { providerProblem } = (await app.manage('GET', `/sso-connectors/${body.id}`)).body;
      expect(providerProblem).toBeTruthy();
      await app.manage('DELETE', `/sso-connectors/${body.id}`);
    }
  });

  test('[ENT-12] administrators are told 30, 7 and 1 days before a certificate ends, once each, until there is a new one', async () => {
    const primaryEmail = 'watch@acme.example';
    await createAdministrator(app.database, {
      username: 'watch',
      password: 'a long watchword',
      primaryEmail,
    });
    const day = 24 * 60 * 60 * 1000;
    const endsIn = Date.parse(new X509Certificate(idp.certificate).validTo) - Date.now();
    const told = async (daysBefore: number) => {
      ahead = endsIn - daysBefore * day + 60_000;
      const before = mail.received.length;
      await app.app.services.jobs.runSchedule('enterprise-sso');
      await app.app.services.jobs.runSchedule('enterprise-sso');
      await app.app.ownMail?.deliverDue();
      return mail.received
        .slice(before)
        .map(({ text }) => /(?:expires in \d+ days?|has expired)/.exec(text)?.[0]);
    };
    expect(await told(40)).toEqual([]);
    expect(await told(29)).toEqual(['expires in 29 days']);
    expect(await told(20)).toEqual([]);
    expect(await told(7)).toEqual(['expires in 7 days']);
    expect(await told(1)).toEqual(['expires in 1 day']);
    expect(await told(-1)).toEqual(['has expired']);
    expect(mail.received[0]?.text).toContain(`/console/enterprise-sso/${connectorId}/connection`);
    // The same for certificates of our own, 30 and 7 days ahead.
    const { body: ledger } = await app.manage('POST', '/saml-applications', { name: 'Ledger' });
    const [own] = (await app.manage('GET', `/saml-applications/${ledger.id}/secrets`)).body;
    const toldOfOwn = async (daysBefore: number) => {
      ahead = own.expiresAt - Date.now() - daysBefore * day + 60_000;
      const before = mail.received.length;
      const look = () => app.app.services.jobs.runSchedule('saml-certificates');
      await look();
      await look();
      await app.app.ownMail?.deliverDue();
      return mail.received.slice(before).map(({ text }) => text);
    };
    expect(await toldOfOwn(40)).toEqual([]);
    const [first, ...others] = await toldOfOwn(29);
    expect(others).toEqual([]);
    expect(first).toContain('The SAML certificate that Ledger uses');
    expect(first).toContain('expires in 29 days');
    expect(first).toContain(`/console/applications/${ledger.id}/settings`);
    expect(await toldOfOwn(8)).toEqual([]);
    expect(await toldOfOwn(7)).toEqual([expect.stringContaining('expires in 7 days')]);
    expect(await toldOfOwn(2)).toEqual([]);
    ahead = endsIn;
    // Both keys count while the provider changes from one to the other.
    const next = await createIdentityProvider();
    const [descriptor] = /<KeyDescriptor.*<\/KeyDescriptor>/.exec(next.metadata) ?? [];
    const both = idp.metadata.replace('<SingleSignOnService', `${descriptor}<SingleSignOnService`);
    world.answer({ [metadataPath]: { text: both } });
    await app.app.services.jobs.runSchedule('enterprise-sso');
    ahead = 0;
    for (const provider of [idp, next]) {
      const { requestId, verify } = await begin();
      const { query } = await deliver(provider.respond(sp, { inResponseTo: requestId }));
      expect((await verify(query ?? {})).status).toBe(200);
    }
    // An address that is out of order for a while locks nobody out.
    world.answer({ [metadataPath]: { status: 503 } });
    await app.app.services.jobs.runSchedule('enterprise-sso');
    await begin();
    world.answer({ [metadataPath]: { text: idp.metadata } });
    await app.app.services.jobs.runSchedule('enterprise-sso');
  });

  test('[ENT-12] [V7.6.2] a sign-in that the provider begins is taken where the tenant wants it', async () => {
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
