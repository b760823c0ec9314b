import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { startMailServer } from '../../messages/testing/mail-server.ts';
import { createCertificate } from '../../saml/certificate.ts';

describe.each(anyDatabase)('mail servers on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('[ENT-11] a mail server is tried out before it is saved, and sends in the words of the tenant', async () => {
    const mail = await startMailServer();
    const config = {
      host: '127.0.0.1',
      port: mail.port,
      auth: { user: 'gatehouse', pass: 'secret' },
      fromEmail: 'Example <no-reply@example.com>',
    };
    const factory = 'simplemail-transfer-protocol';
    const tryOut = (body: object) => app.manage('POST', `/connectors/${factory}/test`, body);
    expect((await tryOut({ email: 'ada@example.com', config })).status).toBe(204);
    expect(mail.received).toMatchObject([{ from: 'no-reply@example.com', to: ['ada@example.com'] }]);
    expect(mail.received[0]?.text).toContain('Subject: 000000 is your verification code');
    expect(mail.received[0]?.text).toContain('<html lang="en" dir="ltr">');
    const auth = { user: 'gatehouse', pass: 'wrong' };
    for (const [body, code] of [
      [{ config }, 'guard.invalid_input'],
      [{ phone: '491512345', config }, 'connector.unexpected_type'],
      [{ email: 'ada@example.com', config: { host: 'x' } }, 'connector.invalid_config'],
    ] as const)
      expect((await tryOut(body)).body.code).toBe(code);
    // The SMTP server's own response is passed on.
    for (const [fields, message] of [
      [{ auth }, /^The SMTP server rejected the user name or password\. SMTP response to AUTH PLAIN: 535 /],
      [{ port: 1 }, /^The SMTP server 127\.0\.0\.1:1 cannot be reached\. /],
      [{ requireTLS: true }, /^The SMTP server does not offer encryption \(STARTTLS\)\. /],
      // Another machine, as far as the server knows: nothing is sent to it unencrypted.
      [{ host: '0.0.0.0', auth: undefined }, /^The SMTP server does not offer encryption \(STARTTLS\)\. /],
      [{ host: 'mail.invalid' }, /^The SMTP server mail\.invalid:\d+ cannot be reached\. getaddrinfo /],
      [
        { secure: true },
        /^The SMTP server 127\.0\.0\.1:\d+ does not use implicit TLS\. Turn it off to use STARTTLS, or change the port\. wrong version number$/,
      ],
    ] as const) {
      const { body } = await tryOut({ email: 'ada@example.com', config: { ...config, ...fields } });
      expect(body).toMatchObject({
        code: 'connector.general',
        data: { message: expect.stringMatching(message) },
      });
    }

    await app.manage('POST', '/connectors', { connectorId: factory, config });
    await app.manage('PUT', '/email-templates', {
      templates: [
        {
          languageTag: 'en',
          templateType: 'Generic',
          details: {
            subject: 'Harbour: {{code}}',
            content: '<p>Hello, <b>{{code}}</b>{{nothing}} ({{locale}})</p>',
          },
        },
        {
          languageTag: 'de',
          templateType: 'Generic',
          details: { subject: 'Hafen: {{code}}', content: '<p>Hallo, {{locale}}</p>' },
        },
      ],
    });
    const sent = await app.manage('POST', '/verification-codes', { email: 'grace@example.com' });
    expect(sent.status).toBe(204);
    await app.app.tenantMessages.deliverDue();
    expect(mail.received).toHaveLength(2);
    expect(mail.received[1]?.text).toMatch(/Subject: Harbour: \d{6}/);
    expect(mail.received[1]?.text).toMatch(/<p>Hello, <b>\d{6}<\/b> \(en\)<\/p>/);
    expect(mail.received[1]?.text).toMatch(/^Hello, \d{6}/m);
    // A request in another language gets the message in that language.
    await call(`${app.env.ENDPOINT}/api/verification-codes`, {
      method: 'POST',
      token: app.token,
      body: { email: 'grace@example.com' },
      headers: { 'accept-language': 'de-CH,de;q=0.9' },
    });
    await app.app.tenantMessages.deliverDue();
    expect(mail.received[2]?.text).toMatch(/Subject: Hafen: \d{6}/);
    await mail.close();
    for (const tag of ['en', 'de']) await app.manage('DELETE', `/email-templates?languageTag=${tag}`);
  });

  test('a mail server with its own certificate is trusted by the certificate that is given', async () => {
    const { privateKey: key, certificate: cert } = await createCertificate({
      subject: 'localhost',
      years: 1,
    });
    const mail = await startMailServer({ key, cert });
    const auth = { user: 'gatehouse', pass: 'secret' };
    const config = {
      host: 'localhost',
      port: mail.port,
      auth,
      fromEmail: 'no-reply@example.com',
      requireTLS: true,
    };
    const tryOut = (fields: object) =>
      app.manage('POST', '/connectors/simplemail-transfer-protocol/test', {
        email: 'ada@example.com',
        config: { ...config, ...fields },
      });
    const untrusted = /^The SMTP server localhost:\d+ has a certificate that is not trusted\. [\w -]+$/;
    const { certificate: other } = await createCertificate({ subject: 'other', years: 1 });
    for (const fields of [{}, { certificateAuthority: other }])
      expect((await tryOut(fields)).body.data.message).toMatch(untrusted);
    const trusted = await tryOut({ certificateAuthority: cert });
    expect(trusted.status, trusted.text).toBe(204);
    expect(mail.received).toHaveLength(1);
    expect((await tryOut({ certificateAuthority: 'made up' })).body.code).toBe('connector.invalid_config');
    const broken = '-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----';
    expect((await tryOut({ certificateAuthority: broken })).body.data.message).toBe(
      'The certificate authority is not a certificate in PEM form',
    );
    await mail.close();
  });
});
