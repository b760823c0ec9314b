import { templateTypes } from '@gatehouse/contract/email-templates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type MailServer, startMailServer } from './testing/mail-server.ts';

let app: TestApp;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp('postgresql');
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const read = (templateType: string, languageTag = 'en') =>
  app.manage('GET', `/email-templates/built-in?templateType=${templateType}&languageTag=${languageTag}`);

test('every built-in message is there to begin with, with the names of what it is filled with', async () => {
  const namedIn = (text: string) => new Set(text.match(/\{\{[\w.]+\}\}/g));
  const named: Record<string, string[]> = {
    SignIn: ['{{code}}', '{{application.name}}'],
    OrganizationInvitation: ['{{link}}', '{{organization.name}}', '{{inviter.name}}'],
    FactorAdded: ['{{summary}}', '{{factor}}', '{{time}}', '{{device}}', '{{ip}}', '{{link}}'],
    PersonalAccessTokenCreated: ['{{summary}}', '{{token}}', '{{link}}'],
  };
  for (const type of templateTypes) {
    const { status, body } = await read(type);
    expect(status, type).toBe(200);
    expect(body.contentType).toBe('text/html');
    for (const name of named[type] ?? []) expect(namedIn(`${body.subject}${body.content}`)).toContain(name);
    expect(body.content).not.toContain('.invalid');
  }
  const { body: arabic } = await read('SignIn', 'ar');
  expect(arabic.content).toContain('dir="rtl"');
  // A language that we do not speak begins in English.
  expect((await read('SignIn', 'br-FR')).body).toEqual((await read('SignIn')).body);
});

test('saved as it is, it is filled in and sent', async () => {
  await app.manage('POST', '/connectors', {
    connectorId: 'simplemail-transfer-protocol',
    config: {
      host: '127.0.0.1',
      port: mail.port,
      auth: { user: 'gatehouse', pass: 'secret' },
      fromEmail: 'no-reply@example.com',
    },
  });
  const send = async () => {
    await app.manage('POST', '/verification-codes', { email: 'ada@example.com' });
    await app.app.tenantMessages.deliverDue();
    return mail.received.at(-1)?.text ?? '';
  };
  const ours = await send();
  const { body: details } = await read('Generic');
  const template = { languageTag: 'en', templateType: 'Generic', details };
  expect((await app.manage('PUT', '/email-templates', { templates: [template] })).status).toBe(200);
  const theirs = await send();
  for (const text of [ours, theirs]) {
    expect(text).toMatch(/Subject: \d{6} is your verification code/);
    expect(text).toMatch(/<strong>\d{6}<\/strong>/);
    expect(text).not.toContain('{{');
  }
});
