import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCertificate } from '../saml/certificate.ts';
import { signXml } from '../saml/sign-xml.ts';
import { createIdentityProvider } from '../sso/testing/identity-provider.ts';
import { startEnterprise } from './testing/enterprise.ts';

const [victim, attacker] = ['root@acme.example', 'eve@acme.example'];

/** The first element of a name, with everything in it. */
const cut = (xml: string, name: string) => new RegExp(`<${name}[ >].*</${name}>`, 's').exec(xml)?.[0] ?? '';
const without = (xml: string, part: string) => xml.replace(part, () => '');
const into = (xml: string, before: string, part: string) => xml.replace(before, () => `${part}${before}`);

describe('SAML responses that were tampered with', () => {
  type Enterprise = Awaited<ReturnType<typeof startEnterprise>>;
  let app: Enterprise['app'];
  let idp: Enterprise['idp'];
  let sp: Enterprise['sp'];
  let begin: Enterprise['begin'];
  let close: Enterprise['close'];
  beforeAll(async () => {
    ({ app, idp, sp, begin, close } = await startEnterprise());
  });
  afterAll(() => close());

  const deliver = async (xml: string) => {
    const { status, headers } = await fetch(sp.assertionConsumerServiceUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: 'relay',
      }),
    });
    const location = headers.get('location');
    return { status, query: location ? Object.fromEntries(new URL(location).searchParams) : {} };
  };
  /** Whom the assertions that were taken speak of. */
  const taken = () =>
    app.database
      .tenant('default')
      .read(db => db.selectFrom('ssoAssertions').select(['account', 'assertionId']).execute());
  const expectRefused = async (attacks: Record<string, string>) => {
    const before = await taken();
    for (const [name, xml] of Object.entries(attacks))
      expect([name, (await deliver(xml)).status]).toEqual([
        name,
        expect.toSatisfy(code => code === 400 || code === 401),
      ]);
    expect(await taken()).toEqual(before);
  };
  /** A genuine response about the attacker, and the same about the victim with nothing signed. */
  const prepare = async (signed: ('Assertion' | 'Response')[] = ['Assertion']) => {
    const { inResponseTo } = await begin();
    const genuine = idp.respond(sp, { inResponseTo, signed, email: attacker });
    const assertion = cut(genuine, 'saml:Assertion');
    const signature = cut(assertion, 'ds:Signature');
    const bare = without(assertion, signature);
    const evil = bare.replaceAll(attacker, victim).replace(/ ID="[^"]+"/, ' ID="_evil"');
    return { genuine, assertion, signature, bare, evil };
  };

  test('a genuine response is taken, signed once or twice', async () => {
    for (const signed of [['Assertion'], ['Response'], ['Assertion', 'Response']] as const) {
      const { inResponseTo, verify } = await begin();
      const { status, query } = await deliver(idp.respond(sp, { inResponseTo, signed }));
      expect(status).toBe(303);
      expect((await verify(query)).status).toBe(200);
    }
  });

  test('XSW1 and XSW2: a forged response around or beside the signed one', async () => {
    for (const signed of [['Response'], ['Assertion', 'Response']] as const)
      await wrapResponse(await prepare([...signed]));
  });

  const wrapResponse = async ({ genuine, assertion, evil }: Awaited<ReturnType<typeof prepare>>) => {
    const outer = cut(without(genuine, assertion), 'ds:Signature');
    const original = without(genuine, outer);
    for (const forgedAssertion of [evil, assertion.replaceAll(attacker, victim)]) {
      const forged = without(
        original.replace(assertion, () => forgedAssertion),
        outer,
      ).replace(/ ID="[^"]+"/, ' ID="_evilresponse"');
      const afterIssuer = (part: string) => into(forged, '<samlp:Status>', part);
      await expectRefused({
        'XSW1, the original in the signature': afterIssuer(into(outer, '</ds:Signature>', original)),
        'XSW2, the original before the signature': afterIssuer(original + outer),
        'the original in an object': afterIssuer(
          into(outer, '</ds:Signature>', `<ds:Object>${original}</ds:Object>`),
        ),
        'two responses in one': `<wrapped>${forged}${genuine}</wrapped>`,
        'the assertion replaced in the signed response': genuine.replace(assertion, () => forgedAssertion),
        'a second assertion in the signed response': genuine.replace(assertion, () => evil + assertion),
      });
    }
  };

  test('XSW3 to XSW8: a forged assertion before, around or in the place of the signed one', async () => {
    const { genuine, assertion, signature, bare, evil } = await prepare();
    const replaced = (part: string) => genuine.replace(assertion, () => part);
    const carrying = (part: string) => into(evil, '<saml:Subject>', part);
    const sameId = bare.replaceAll(attacker, victim);
    await expectRefused({
      'XSW3, before it': replaced(evil + assertion),
      'XSW3, after it': replaced(assertion + evil),
      'XSW4, around it': replaced(into(evil, '</saml:Assertion>', assertion)),
      'XSW5, with its signature': replaced(carrying(signature) + bare),
      'XSW6, with its signature and the original in it': replaced(
        carrying(into(signature, '</ds:Signature>', bare)),
      ),
      'XSW7, in extensions': into(
        genuine,
        '<samlp:Status>',
        `<samlp:Extensions>${evil}</samlp:Extensions>`,
      ).replace(assertion, () => evil + assertion),
      'XSW7, the original in extensions': replaced(evil).replace(
        '<samlp:Status>',
        () => `<samlp:Extensions>${assertion}</samlp:Extensions><samlp:Status>`,
      ),
      'XSW8, with its signature and the original in an object': replaced(
        carrying(into(signature, '</ds:Signature>', `<ds:Object>${bare}</ds:Object>`)),
      ),
      'the same id twice': replaced(sameId + assertion),
      'the same id twice, the other way round': replaced(assertion + sameId),
      'in the status': into(replaced(evil), '</samlp:Status>', assertion),
    });
  });

  test('signatures that are missing, empty, of another key or of something else', async () => {
    const { genuine, signature } = await prepare();
    const { inResponseTo } = await begin();
    const stranger = await createIdentityProvider();
    const foreign = stranger.respond(sp, { inResponseTo, email: victim });
    const changed = genuine.replaceAll(attacker, victim);
    const key = await createCertificate({ subject: 'evil.example', years: 1 });
    const forgedDigest = /<ds:DigestValue>([^<]+)/.exec(
      signXml(without(changed, signature), 'Assertion', key),
    )?.[1];
    await expectRefused({
      unsigned: idp.respond(sp, { inResponseTo, signed: [] }),
      'signature removed': without(genuine, signature),
      'signature emptied': genuine.replace(/(<ds:SignatureValue>)[^<]+/, '$1'),
      'no reference': without(genuine, cut(signature, 'ds:Reference')),
      'reference to the whole document': genuine.replace(/URI="#[^"]+"/, 'URI=""'),
      'only the response signed, by a stranger': stranger.respond(sp, { inResponseTo, signed: ['Response'] }),
      'another key': foreign,
      'another key that names ours': foreign.replace(
        /(<ds:X509Certificate>)[^<]+/,
        `$1${idp.certificate.replace(/-----[A-Z ]+-----|\s/g, '')}`,
      ),
      'HMAC with the certificate': genuine.replace(
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      ),
      'text changed': changed,
      'the digest of the forged text in a comment': changed.replace(
        /<ds:DigestValue>/,
        () => `<ds:DigestValue><!--${forgedDigest}-->`,
      ),
      'the digest of the forged text before a comment': changed.replace(
        /<ds:DigestValue>/,
        () => `<ds:DigestValue>${forgedDigest}<!-- -->`,
      ),
      'the digest of the forged text first': changed.replace(
        /<ds:DigestValue>/,
        () => `<ds:DigestValue>${forgedDigest}</ds:DigestValue><ds:DigestValue>`,
      ),
    });
  });

  test('a comment does not cut a name short', async () => {
    const value = 'admin@acme.example.evil.example';
    const nameId = { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value };
    for (const comment of ['<!---->', '<!-- x -->', '<?x y?>']) {
      const { inResponseTo } = await begin();
      const id = `_${comment.length}`;
      const genuine = idp.respond(sp, { id, inResponseTo, nameId, email: value });
      await deliver(genuine.replaceAll('.evil.example', () => `${comment}.evil.example`));
      const found = (await taken()).filter(({ assertionId }) => assertionId === id);
      // To refuse it is as good as to read the whole name.
      for (const { account } of found) expect(account).toMatchObject({ id: value, email: value });
    }
  });

  test('what is for another place, time or request signs no user in', async () => {
    const [mine, other] = [await begin(), await begin()];
    const respond = (fields: object) => idp.respond(sp, { inResponseTo: mine.inResponseTo, ...fields });
    const now = Date.now();
    await expectRefused({
      audience: respond({ audience: 'https://another.example' }),
      'audience that begins with ours': respond({ audience: `${sp.entityId}.evil.example` }),
      recipient: respond({ recipient: 'https://another.example/acs' }),
      'recipient of another connector': respond({ recipient: `${sp.assertionConsumerServiceUrl}x` }),
      issuer: respond({ issuer: 'https://idp.evil.example' }),
      expired: respond({ issuedAt: now - 900_000, expiresAt: now - 600_000 }),
      'not yet': respond({ issuedAt: now + 600_000, expiresAt: now + 900_000 }),
    });
    const { query } = await deliver(idp.respond(sp, { inResponseTo: other.inResponseTo }));
    expect((await mine.verify(query)).body.code).toBe('connector.authorization_failed');
    const unasked = await deliver(idp.respond(sp, { inResponseTo: '_nobody_asked' }));
    expect((await mine.verify(unasked.query)).body.code).toBe('connector.authorization_failed');
    expect((await deliver(idp.respond(sp))).status).toBe(400);
  });

  test('an assertion counts once, also when it comes ten times at once', async () => {
    const { inResponseTo, verify } = await begin();
    const xml = idp.respond(sp, { inResponseTo });
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(xml)));
    const good = answers.filter(({ status }) => status === 303);
    expect(good).toHaveLength(1);
    expect((await deliver(xml)).status).toBe(401);
    const verified = await Promise.all(Array.from({ length: 10 }, () => verify(good[0]?.query ?? {})));
    expect(verified.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
