import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

describe.each(anyDatabase)('the development mailbox on %s', kind => {
  let app: TestApp;
  let ada: Person;
  let tenantId: string;
  beforeAll(async () => {
    app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    ada = await createPerson(app, 'ada');
    tenantId = (await ada.cloud('POST', '/tenants', { name: 'Harbour <b>' })).body.id;
  });
  afterAll(() => app.close());
  const open = (query = '') => call(`${app.env.ADMIN_ENDPOINT}/mailbox${query}`);

  test('shows every kept message, newest first, with its link, and those of one recipient', async () => {
    expect((await open()).text).toContain('No messages yet.');
    const invite = (invitee: string) =>
      ada.member(tenantId, 'POST', '/invitations', { invitee: [invitee], roleName: 'admin' });
    const sent = [await invite('grace@harbour.example'), await invite('alan@harbour.example')];
    const body = sent.flatMap(answer => answer.body);
    const page = await open();
    expect(page.headers.get('cache-control')).toBe('no-store');
    for (const { id, invitee } of body) {
      const link = `${app.env.ADMIN_ENDPOINT}/accept/${id}#login_hint=${encodeURIComponent(invitee)}`;
      expect(page.text).toContain(`<a href="${link}">Accept invitation</a>`);
    }
    expect(page.text).toContain('Harbour &#60;b&#62;');
    expect(page.text).not.toContain('Harbour <b>');
    expect(page.text.indexOf('To alan@')).toBeLessThan(page.text.indexOf('To grace@'));
    const [, address] = /<h2><a href="([^"]+)">/.exec(page.text) ?? [];
    const shown = await call(`${app.env.ADMIN_ENDPOINT}${address}`);
    expect(shown.text).toContain('<!doctype html>');
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox/);
    expect((await call(`${app.env.ADMIN_ENDPOINT}/mailbox/admin/0`)).status).toBe(404);
    const one = await open('?recipient=grace%40harbour.example');
    expect(one.text).toContain('To grace@');
    expect(one.text).not.toContain('To alan@');
    expect((await open('?recipient=nobody')).text).toContain('No messages for this address.');
  });

  test('the mailbox answers only requests from this machine', async () => {
    const { port } = new URL(app.env.ADMIN_ENDPOINT);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find(address => address?.family === 'IPv4' && !address.internal);
    if (outside) expect((await call(`http://${outside.address}:${port}/mailbox`)).status).toBe(421);
    expect((await call(`${app.env.ENDPOINT}/mailbox`)).status).toBe(404);
  });
});

test('a message is shown by the template that it would be sent with, and messages can be listed by channel', async () => {
  const app = await startTestApp('postgresql');
  for (const connectorId of ['development-mailbox', 'development-phone'])
    await app.manage('POST', '/connectors', { connectorId });
  const details = { subject: 'Ahoy', content: '<b>Your code: {{code}}</b>', contentType: 'text/html' };
  await app.manage('PUT', '/email-templates', {
    templates: [{ templateType: 'Generic', languageTag: 'en', details }],
  });
  await app.manage('POST', '/verification-codes', { email: 'ada@example.com' });
  await app.manage('POST', '/verification-codes', { phone: '4915100000001' });
  const page = (await call(`${app.env.ADMIN_ENDPOINT}/mailbox`)).text;
  const [, address] = /<h2><a href="([^"]+)">Ahoy</.exec(page) ?? [];
  expect(page).toMatch(/Your code: \d{6}/);
  expect((await call(`${app.env.ADMIN_ENDPOINT}${address}`)).text).toMatch(/^<b>Your code: \d{6}<\/b>$/);
  const { body: texts } = await app.manage('GET', '/development-mailbox?channel=Sms');
  expect(texts).toMatchObject([{ recipient: '4915100000001' }]);
  await app.close();
});

test('there is no mailbox where the console has a public address', async () => {
  const app = await startTestApp('postgresql', {
    variables: { ADMIN_ENDPOINT: 'https://console.example', TRUST_PROXY: 'true' },
  });
  const answer = await call(`http://localhost:${app.env.ADMIN_PORT}/mailbox`, {
    headers: { 'x-forwarded-host': 'console.example' },
  });
  expect(answer.status).toBe(404);
  await app.close();
});
