import { sendLimit } from '@gatehouse/contract/passcodes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts';
import { startEnterprise } from './testing/enterprise.ts';

test('an enterprise gives its user no address of two meanings', async () => {
  const { app, idp, sp, begin, close } = await startEnterprise();
  for (const email of ['zoe\u0308@acme.example', '<thief@evil.example>@acme.example', 'zoë@acme.example']) {
    const { step, verify, inResponseTo } = await begin();
    const nameId = { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', value: email };
    const SAMLResponse = Buffer.from(idp.respond(sp, { inResponseTo, nameId, email })).toString('base64');
    const { headers } = await call(sp.assertionConsumerServiceUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLResponse, RelayState: 'relay' }).toString(),
    });
    const query = Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
    const { body: proof } = await verify(query);
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    const made = await step('POST', '/experience/identification', proof);
    expect([email, made.text, made.status]).toEqual([email, made.text, 201]);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
  }
  const { body: users } = await app.manage('GET', '/users');
  const addresses = users.map(({ primaryEmail }: { primaryEmail: string | null }) => primaryEmail);
  expect(addresses.toSorted()).toEqual([null, null, 'zoë@acme.example'].toSorted());
  await close();
});

/** Addresses that our rules and a mail program read in two ways. */
describe.each(anyDatabase)('addresses of two meanings on %s', kind => {
  let app: TestApp;
  let mail: MailServer;
  beforeAll(async () => {
    [app, mail] = await Promise.all([startTestApp(kind), startMailServer()]);
    const config = { host: '127.0.0.1', port: mail.port, fromEmail: 'a@b.example', requireTLS: false };
    await app.manage('POST', '/connectors', {
      connectorId: 'simplemail-transfer-protocol',
      config: { ...config, auth: { user: 'gatehouse', pass: 'secret' }, templates: [] },
    });
    const set = await app.manage('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [{ identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false }],
      },
      signUp: { identifiers: ['email'], password: false, verify: true },
      emailBlocklistPolicy: { customBlocklist: ['@refused.example', '@grün.example'] },
      singleSignOnEnabled: true,
    });
    expect(set.status, set.text).toBe(200);
    await app.database.tenant('default').write(testOrigin, tx =>
      tx.insert('ssoConnectors', {
        id: 'enterprise',
        providerName: 'OIDC',
        connectorName: 'Enterprise',
        config: '{}',
        domains: ['sso.example', 'xn--bcher-kva.example'],
      }),
    );
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });

  const enter = async (value: string, interactionEvent: 'Register' | 'SignIn') => {
    const before = mail.received.length;
    const { step } = await visit(app, interactionEvent);
    const identifier = { type: 'email', value };
    const { status, body } = await step('POST', '/experience/verification/verification-code', {
      identifier,
      interactionEvent,
    });
    if (status !== 200) return body.data?.issues?.[0]?.code ?? body.code;
    // Notices to other users come in between.
    const isMine = ({ to }: { to: string[] }) => to[0]?.split('@')[0] === value.split('@')[0];
    const codes = () =>
      mail.received
        .slice(before)
        .filter(isMine)
        .flatMap(({ text }) => /\b\d{6}\b/.exec(text.split('\r\n\r\n').slice(1).join())?.[0] ?? []);
    await expect.poll(codes).not.toEqual([]);
    const code = codes().at(-1);
    await step('POST', '/experience/verification/verification-code/verify', {
      identifier,
      verificationId: body.verificationId,
      code,
    });
    const proven = { verificationId: body.verificationId };
    const { body: refusal } = await step('POST', '/experience/identification', proven);
    return refusal?.code ?? (await step('POST', '/experience/submit')).status;
  };
  const register = (value: string) => enter(value, 'Register');

  test('do not make members of an organization that the domain of a colleague opens', async () => {
    const { body: corp } = await app.manage('POST', '/organizations', { name: 'Corp' });
    await app.manage('POST', `/organizations/${corp.id}/jit/email-domains`, { emailDomain: 'corp.example' });
    for (const value of [
      '<thief@evil.example>@corp.example',
      'thief@evil.example,x@corp.example',
      'thief@evil.example;x@corp.example',
      'a:thief@evil.example;@corp.example',
      '"thief@evil.example"@corp.example',
      'thief@evil.example(@corp.example)',
      'thief@corp.example.',
    ])
      expect([value, await register(value)]).toEqual([value, 'user.invalid_email']);
    expect(await register('colleague@corp.example')).toBe(200);
    const { body: members } = await app.manage('GET', `/organizations/${corp.id}/users`);
    expect(members).toMatchObject([{ primaryEmail: 'colleague@corp.example' }]);
  });

  test('do not sign in as the user whose address has the same lowercase', async () => {
    await app.manage('POST', '/users', { primaryEmail: 'kim@victim.example' });
    for (const value of ['\u212aim@victim.example', 'k\u0130m@victim.example', 'kim@v\u0130ctim.example'])
      expect([value, await enter(value, 'SignIn'), await register(value)]).toEqual([
        value,
        'user.invalid_email',
        'user.invalid_email',
      ]);
    expect(await enter('KIM@victim.example', 'SignIn')).toBe(200);
  });

  test('have one spelling each, for visitors, administrators and providers', async () => {
    for (const value of ['zoë@victim.example', 'สำนัก@victim.example', 'straße@victim.example'])
      expect([value, await register(value)]).toEqual([value, 200]);
    for (const value of [
      'zo\u0065\u0308@victim.example',
      'ｚoë@victim.example',
      'ﬁn@victim.example',
      'zo\u200bë@victim.example',
      'zo\u00adë@victim.example',
      '\u2066zoë@victim.example',
      'zoë\u3164@victim.example',
      'zoë\ufe0f@victim.example',
      'zoë@vic\u2060tim.example',
      'zoë\ud800@victim.example',
      'ZOE\u0308@victim.example',
    ]) {
      expect([value, await register(value), await enter(value, 'SignIn')]).toEqual([
        value,
        'user.invalid_email',
        'user.invalid_email',
      ]);
      const made = await app.manage('POST', '/users', { primaryEmail: value });
      expect([value, made.status]).toEqual([value, 400]);
    }
    expect(await enter('ZOË@victim.example', 'SignIn')).toBe(200);
  });

  test('do not get around the rules for a domain that is written in other letters', async () => {
    for (const domain of ['refused.example', 'GRÜN.example', 'xn--grn-ioa.example'])
      expect([domain, await register(`thief@${domain}`)]).toEqual([
        domain,
        'session.email_blocklist.email_not_allowed',
      ]);
    for (const domain of ['sso.example', 'bücher.example'])
      expect([domain, await register(`thief@${domain}`)]).toEqual([domain, 'session.sso_enabled']);
    for (const domain of ['ｒefused.example', 'ｓso.example'])
      expect([domain, await register(`thief@${domain}`)]).toEqual([domain, 'user.invalid_email']);
  });

  test('do not flood a mailbox past the limit for its address', async () => {
    const send = async (value: string) => {
      const { step } = await visit(app, 'Register');
      const identifier = { type: 'email', value };
      const asked = { identifier, interactionEvent: 'Register' };
      return (await step('POST', '/experience/verification/verification-code', asked)).status;
    };
    for (let sent = 0; sent < sendLimit.messages; sent += 1)
      expect(await send('flooded@mail.example')).toBe(200);
    for (const value of ['flooded@mail.example', 'FLOODED@Mail.example'])
      expect([value, await send(value)]).toEqual([value, 429]);
    expect(await send('flooded@ｍail.example')).toBe(400);
  });
});
