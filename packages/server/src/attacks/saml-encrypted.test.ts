import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificate } from '../saml/certificate.ts';
import { createIdentityProvider } from '../sso/testing/identity-provider.ts';
import { startEnterprise } from './testing/enterprise.ts';

describe('responses of enterprise identity providers', () => {
  type Enterprise = Awaited<ReturnType<typeof startEnterprise>>;
  let app: Enterprise['app'];
  let idp: Enterprise['idp'];
  let sp: Enterprise['sp'];
  let connectorId: string;
  let begin: Enterprise['begin'];
  let askedForMetadata: Enterprise['askedForMetadata'];
  let close: Enterprise['close'];
  beforeAll(async () => {
    ({ app, idp, sp, connectorId, begin, askedForMetadata, close } = await startEnterprise());
  });
  afterAll(() => close());

  const deliver = async (xml: string) => {
    const response = await fetch(sp.assertionConsumerServiceUrl, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: 'relay' }),
    });
    const location = response.headers.get('location');
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      query: location ? Object.fromEntries(new URL(location).searchParams) : {},
      text: await response.text(),
    };
  };
  /** Refused with this reason, on the page and in the audit log. */
  const expectReason = async (xml: string, reason: string, words?: RegExp) => {
    const { status, text, query } = await deliver(xml);
    expect([reason, query]).toEqual([reason, {}]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain(`single_sign_on.saml.${reason}`);
    const requestId = /"requestId":"([^"]+)"/.exec(text)?.[1];
    expect(requestId).toBeTruthy();
    await app.app.services.audit.flush();
    const key = 'Interaction.SignIn.Verification.EnterpriseSso.Submit';
    const { body: logs } = await app.manage('GET', `/logs?logKey=${key}&page_size=5`);
    const found = logs.find(
      (log: { payload: { requestId?: string } }) => log.payload.requestId === requestId,
    );
    expect(found?.payload).toMatchObject({ connectorId, error: { code: `single_sign_on.saml.${reason}` } });
    expect(found.payload.error.message).toMatch(words ?? /./);
  };

  test('opens what was encrypted before a rotation until the old key is deleted, and nothing after', async () => {
    const keys = `/sso-connectors/${connectorId}/encryption-keys`;
    const published = async () => (await fetch(sp.entityId)).text();
    const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '');
    const [old] = (await app.manage('GET', keys)).body;
    expect(old).toMatchObject({ active: true, certificate: sp.encryptionCertificate });
    const rotated = await app.manage('POST', keys);
    expect(rotated.status, rotated.text).toBe(201);
    expect(rotated.text).not.toContain('privateKey');
    expect(await published()).toContain(bare(rotated.body.certificate));
    expect(await published()).not.toContain(bare(old.certificate));
    const bring = async (certificate: string) => {
      const { inResponseTo } = await begin();
      return idp.respondEncrypted(sp, certificate, { inResponseTo });
    };
    for (const certificate of [old.certificate, rotated.body.certificate])
      expect((await deliver(await bring(certificate))).status).toBe(303);
    expect((await app.manage('DELETE', `${keys}/${rotated.body.id}`)).body.code).toBe(
      'application.saml.can_not_delete_active_secret',
    );
    expect((await app.manage('DELETE', `${keys}/${old.id}`)).status).toBe(204);
    expect((await deliver(await bring(old.certificate))).status).toBe(401);
    expect((await deliver(await bring(rotated.body.certificate))).status).toBe(303);
    expect((await app.manage('GET', '/sso-connectors/nothing/encryption-keys')).status).toBe(404);
    sp = { ...sp, encryptionCertificate: rotated.body.certificate };
  });

  test('takes encrypted assertions, signed inside, outside or both', async () => {
    for (const signed of [['Assertion'], ['Response'], ['Assertion', 'Response']] as const) {
      const { inResponseTo, verify } = await begin();
      const xml = await idp.respondEncrypted(sp, sp.encryptionCertificate, { inResponseTo, signed });
      expect(xml).not.toContain('ada@acme.example');
      const { status, query, text } = await deliver(xml);
      expect(status, text).toBe(303);
      expect((await verify(query)).status).toBe(200);
    }
  });

  test('refuses encrypted assertions that are unsigned, forged, for another reader or badly encrypted, all alike', async () => {
    const { inResponseTo } = await begin();
    const encrypt = (fields: object, provider = idp, certificate = sp.encryptionCertificate) =>
      provider.respondEncrypted(sp, certificate, { inResponseTo, ...fields });
    const stranger = await createIdentityProvider();
    const reader = await createCertificate({ subject: 'another.example', years: 1 });
    const genuine = await encrypt({});
    const broken = genuine.replace(/(<xenc:CipherValue>)....(?=[^<]{200})/g, '$1AAAA');
    expect(broken).not.toBe(genuine);
    const attacks = {
      unsigned: await encrypt({ signed: [] }),
      'signed by a stranger': await encrypt({}, stranger),
      'around it by a stranger': await encrypt({ signed: ['Response'] }, stranger),
      'for another reader': await encrypt({}, idp, reader.certificate),
      'changed on the way': broken,
      'key sealed with RSA 1.5': genuine.replaceAll('xmlenc#rsa-oaep-mgf1p', 'xmlenc#rsa-1_5'),
      'Triple DES': genuine.replace(/xmlenc11#aes256-gcm/g, 'xmlenc#tripledes-cbc'),
    };
    for (const xml of Object.values(attacks)) await expectReason(xml, 'not_decrypted');
  });

  test('says why a response was refused, on the page and in the audit log', async () => {
    const { inResponseTo } = await begin();
    const respond = (fields: object) => idp.respond(sp, { inResponseTo, ...fields });
    const stranger = await createIdentityProvider();
    const now = Date.now();
    const used = respond({});
    expect((await deliver(used)).status).toBe(303);
    await expectReason(used, 'replayed', /already used/);
    await expectReason(respond({ signed: [] }), 'unsigned', /Neither/);
    await expectReason(stranger.respond(sp, { inResponseTo }), 'invalid_signature');
    await expectReason(
      respond({ audience: 'https://another.example' }),
      'wrong_audience',
      /another\.example/,
    );
    const elsewhere = 'https://another.example/acs';
    await expectReason(respond({ recipient: elsewhere }), 'wrong_destination', /another\.example/);
    const rightOutside = respond({ recipient: elsewhere }).replace(
      `Destination="${elsewhere}"`,
      `Destination="${sp.assertionConsumerServiceUrl}"`,
    );
    await expectReason(rightOutside, 'wrong_destination', /recipient/);
    await expectReason(respond({ issuedAt: now - 900_000, expiresAt: now - 600_000 }), 'expired');
    await expectReason(respond({ issuedAt: now + 600_000, expiresAt: now + 900_000 }), 'expired');
    await expectReason(respond({ issuer: 'https://idp.evil.example' }), 'wrong_issuer', /evil/);
    await expectReason('hello', 'unreadable');
    const refused = used
      .replace(/<saml:Assertion.*<\/saml:Assertion>/s, '')
      .replace('status:Success', 'status:Responder');
    await expectReason(refused, 'refused_by_provider', /Responder/);
  });

  test('tells identity providers about itself at the address of its entity ID', async () => {
    const path = `/sso-connectors/${connectorId}/signing-keys`;
    const read = async () => {
      const answer = await fetch(sp.entityId);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
      return answer.text();
    };
    const certificatesOf = (xml: string, use: string) =>
      [...xml.matchAll(new RegExp(`use="${use}">.*?X509Certificate>([^<]+)<`, 'g'))].map(([, body = '']) =>
        new X509Certificate(Buffer.from(body, 'base64')).toString(),
      );
    const before = await read();
    expect(before).toContain(`entityID="${sp.entityId}"`);
    expect(before).toContain(`Location="${sp.assertionConsumerServiceUrl}"`);
    expect(before).toContain('AuthnRequestsSigned="false"');
    expect(certificatesOf(before, 'encryption')).toEqual([
      new X509Certificate(sp.encryptionCertificate).toString(),
    ]);
    const [old, active, next] = [
      (await app.manage('POST', path, {})).body,
      (await app.manage('POST', path, { active: true })).body,
      (await app.manage('POST', path, {})).body,
    ];
    expect((await app.manage('GET', path)).body.map(({ id }: { id: string }) => id)).toEqual([
      old.id,
      active.id,
      next.id,
    ]);
    const published = certificatesOf(await read(), 'signing');
    expect(published).toEqual([active, next].map(key => new X509Certificate(key.certificate).toString()));
    await app.manage('PATCH', `${path}/${next.id}`, { active: true });
    expect(certificatesOf(await read(), 'signing')).toEqual([
      new X509Certificate(next.certificate).toString(),
    ]);
    expect((await fetch(`${app.env.ENDPOINT}/enterprise-sso/none`)).status).toBe(404);
  });

  test('a flood of responses that do not fit hardly ever asks the identity provider for another certificate', async () => {
    const stranger = await createIdentityProvider();
    const before = askedForMetadata();
    const attack = () => deliver(stranger.respond(sp));
    const answers = await Promise.all(Array.from({ length: 40 }, attack));
    for (let count = 0; count < 30; count += 1) answers.push(await attack());
    for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400);
    expect(askedForMetadata() - before).toBeLessThanOrEqual(20);
  });
});
