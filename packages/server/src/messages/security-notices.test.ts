import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

const password = 'correct horse battery';

describe('a notice as it arrives', () => {
  let mail: MailServer;
  let app: TestApp;
  let offset = 0;
  beforeAll(async () => {
    mail = await startMailServer();
    app = await startTestApp('postgresql', { now: () => Date.now() + offset });
    const made = await app.manage('POST', '/connectors', {
      connectorId: 'simplemail-transfer-protocol',
      config: {
        host: '127.0.0.1',
        port: mail.port,
        auth: { user: 'gatehouse', pass: 'secret' },
        fromEmail: 'no-reply@example.com',
        templates: [],
      },
    });
    expect(made.status, made.text).toBe(200);
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });

  const create = async (name: string, profile: object = {}) => {
    const primaryEmail = `${name}@example.com`;
    const user = { username: name, password, primaryEmail, isEmailVerified: true, profile };
    return (await app.manage('POST', '/users', user)).body.id as string;
  };
  const receivedBy = async (address: string, count = 1) => {
    await app.app.services.jobs.runDue();
    await app.app.tenantMessages.deliverDue();
    const received = () => mail.received.filter(({ to }) => to.includes(address));
    await expect.poll(received).toHaveLength(count);
    return received().at(-1)?.text ?? '';
  };

  test('says what happened, by whom, when with the zone, and has the link', async () => {
    const id = await create('ann');
    await app.manage('PATCH', `/users/${id}/password`, { password: 'another good one' });
    const text = await receivedBy('ann@example.com');
    expect(text).toContain('Subject: Your password was changed');
    expect(text).toContain('An administrator changed the password for your account.');
    expect(text).toMatch(/Time: .*\d{4}.* UTC/);
    expect(text).toMatch(new RegExp(`${app.env.ENDPOINT}/lock-account\\?token=\\w{20,}`));
    expect(text).not.toContain('IP address');
  });

  test('speaks the language and the time zone of the profile', async () => {
    const id = await create('bea', { locale: 'de-AT', zoneinfo: 'Asia/Tokyo' });
    await app.manage('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    const text = await receivedBy('bea@example.com');
    expect(text).toContain('Ein Administrator hat Ihrem Konto einen Authentifizierungsfaktor hinzugefügt.');
    expect(text).toContain('Faktor: Authenticator-App');
    expect(text).toContain('GMT+9');
  });

  test('is in the words of the tenant where it has a template, and never in those for codes', async () => {
    const details = (subject: string, content: string) => ({ subject, content, contentType: 'text/plain' });
    await app.manage('PUT', '/email-templates', {
      templates: [
        { templateType: 'Generic', languageTag: 'en', details: details('Code', 'Your code is {{code}}') },
        {
          templateType: 'PhoneChanged',
          languageTag: 'en',
          details: details('Careful', '{{summary}} At {{time}}. Not you? {{link}}'),
        },
      ],
    });
    const id = await create('cyd');
    await app.manage('PATCH', `/users/${id}`, { primaryPhone: '12025550100' });
    const own = await receivedBy('cyd@example.com');
    expect(own).toContain('Subject: Careful');
    expect(own).toMatch(/An administrator changed the phone number for your account\. At .* Not you\? http/);
    await app.manage('PATCH', `/users/${id}/password`, { password: 'another good one' });
    expect(await receivedBy('cyd@example.com', 2)).toContain('Subject: Your password was changed');
  });

  test('is sent again later where the mail server is busy, and the change stands', async () => {
    mail.beBusy(true);
    const id = await create('dot');
    await app.manage('PATCH', `/users/${id}/password`, { password: 'another good one' });
    await receivedBy('dot@example.com', 0);
    mail.beBusy(false);
    offset += 60 * 60_000;
    await receivedBy('dot@example.com');
  });
});
