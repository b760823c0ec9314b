import { sendLimit } from '@gatehouse/contract/passcodes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts';

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
    await expect.poll(() => mail.received.length).toBeGreaterThan(before);
    const code = /\b\d{6}\b/.exec(mail.received.at(-1)?.text.split('\r\n\r\n').slice(1).join() ?? '')?.[0];
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

  test('do not get around the rules for a domain that is written in other letters', async () => {
    for (const domain of ['refused.example', 'ｒefused.example', 'GRÜN.example', 'xn--grn-ioa.example'])
      expect([domain, await register(`thief@${domain}`)]).toEqual([
        domain,
        'session.email_blocklist.email_not_allowed',
      ]);
    for (const domain of ['sso.example', 'ｓso.example', 'bücher.example'])
      expect([domain, await register(`thief@${domain}`)]).toEqual([domain, 'session.sso_enabled']);
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
    for (const value of ['flooded@mail.example', 'FLOODED@Mail.example', 'flooded@ｍail.example'])
      expect([value, await send(value)]).toEqual([value, 429]);
  });
});
