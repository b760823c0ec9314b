import { verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { createIdentityProvider, idpEntityId, idpSignIn } from './testing/identity-provider.ts';
import { type SamlSignIn, startSamlSignIn } from './testing/saml-sign-in.ts';

describe.each(anyDatabase)('enterprise sign-in by SAML on %s', kind => {
  let saml: SamlSignIn;
  beforeAll(async () => {
    saml = await startSamlSignIn(kind);
  });
  afterAll(() => saml.close());

  test('[ENT-12] our request is signed, and its answer makes a user who comes back', async () => {
    const { app, idp, sp, connectorId, begin, deliver } = saml;
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

  test('an answer to another request, browser or connector signs no user in', async () => {
    const { idp, sp, begin, deliver } = saml;
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
    const { app, idp, sp, begin, deliver } = saml;
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
});
