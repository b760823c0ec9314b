import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person, putOnPlan } from '../api/cloud/testing/people.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Mail, type MailServer, startMailServer } from './testing/mail-server.ts';

describe.each(anyDatabase)('the built-in email service on %s', kind => {
  let mail: MailServer;
  let app: TestApp;
  let ada: Person;
  let tenantId: string;
  beforeAll(async () => {
    mail = await startMailServer();
    app = await startTestApp(kind, {
      variables: {
        GATEHOUSE_EDITION: 'cloud',
        SMTP_URL: mail.url,
        SMTP_FROM: 'Gatehouse <no-reply@gatehouse.example>',
      },
    });
    ada = await createPerson(app, 'ada');
    tenantId = (await ada.cloud('POST', '/tenants', { name: 'Harbour' })).body.id;
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });
  const manage = (method: string, path: string, body?: unknown) => ada.manage(tenantId, method, path, body);
  const findConnector = async () => {
    const { body } = await manage('GET', '/connectors');
    return body.find(({ connectorId }: { connectorId: string }) => connectorId === builtInEmailId);
  };
  const sendTest = (email: string, payload = {}) =>
    manage('POST', `/connectors/${builtInEmailId}/test`, { email, config: {}, ...payload });

  test('a new tenant has it, and sends from the address of the installation', async () => {
    expect(await findConnector()).toMatchObject({ type: 'Email', config: {} });
    expect((await sendTest('first@harbour.example')).status).toBe(204);
    await app.app.ownMail?.deliverDue();
    await expect
      .poll(() => mail.received.filter(({ to }) => to.includes('first@harbour.example')))
      .toHaveLength(1);
    expect((await manage('GET', '/built-in-email/usage')).body).toEqual({ sentToday: 1, dailyLimit: 100 });
  });

  test('[ENT-27] sender name and company information are in every email, and must not contain a URL', async () => {
    const { id } = await findConnector();
    const set = (config: object) => manage('PATCH', `/connectors/${id}`, { config });
    for (const url of ['https://evil.example', 'visit www.evil.example', 'evil.com', 'ftp://x']) {
      const refused = await set({ senderName: url, companyInformation: url });
      expect(refused.status).toBe(400);
      const messages = refused.body.data.issues.map(({ message }: { message: string }) => message);
      expect(messages).toEqual([
        'The sender name cannot contain a URL.',
        'The company information cannot contain a URL.',
      ]);
    }
    expect((await set({ senderName: 'A\r\nBcc: all@harbour.example' })).status).toBe(400);
    const config = { senderName: 'Acme Inc.', companyInformation: 'Acme, 1 Main St. London' };
    expect((await set(config)).body.config).toEqual(config);
    await sendTest('branded@harbour.example');
    await app.app.ownMail?.deliverDue();
    const received = () => mail.received.filter(({ to }) => to.includes('branded@harbour.example'));
    await expect.poll(received).toHaveLength(1);
    const [{ from, text }] = received() as [Mail];
    expect(from).toBe('no-reply@gatehouse.example');
    expect(text).toMatch(/From: "?Acme Inc\."? <no-reply@gatehouse\.example>/);
    expect(text).toContain('Acme, 1 Main St. London');
  });

  test('a tenant cannot speak for itself in them: neither by templates nor by what it sends along', async () => {
    const template = {
      languageTag: 'en',
      templateType: 'Generic',
      details: { subject: 'Win!', content: 'Go to evil' },
    };
    await manage('PUT', '/email-templates', { templates: [template] });
    await sendTest('plain@harbour.example');
    await app.app.ownMail?.deliverDue();
    const received = () => mail.received.filter(({ to }) => to.includes('plain@harbour.example'));
    await expect.poll(received).toHaveLength(1);
    expect(received()[0]?.text).not.toContain('evil');
  });

  test('the daily limit of the plan holds for requests at the same time, and the next day is a new one', async () => {
    const { body: created } = await ada.cloud('POST', '/tenants', { name: 'Busy' });
    await app.database.system(db =>
      db
        .insertInto('builtInEmailDays')
        .values({
          tenantId: created.id,
          day: Date.now() - (Date.now() % 86_400_000),
          sentCount: 90,
        })
        .execute(),
    );
    const token = await ada.session.token({ organization_id: `t-${created.id}` });
    const ask = (index: number) =>
      call(`${app.env.ADMIN_ENDPOINT}/m/${created.id}/api/connectors/${builtInEmailId}/test`, {
        method: 'POST',
        token,
        body: { email: `busy-${index}@harbour.example`, config: {} },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(index)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('connector.built_in_email_limit');
    await putOnPlan(app, created.id, 'enterprise');
    expect((await ask(99)).status).toBe(204);
    await app.database.system(db =>
      db
        .updateTable('builtInEmailDays')
        .set({ day: Date.now() - 2 * 86_400_000 })
        .where('tenantId', '=', created.id)
        .execute(),
    );
    await putOnPlan(app, created.id, 'dev');
    expect((await ask(100)).status).toBe(204);
  });

  test('another connector takes its place', async () => {
    const { body: own } = await ada.cloud('POST', '/tenants', { name: 'Own' });
    await ada.manage(own.id, 'POST', '/connectors', { connectorId: 'development-mailbox' });
    const { body } = await ada.manage(own.id, 'GET', '/connectors');
    expect(body.map(({ connectorId }: { connectorId: string }) => connectorId)).toEqual([
      'development-mailbox',
    ]);
    const refused = await ada.manage(own.id, 'POST', `/connectors/${builtInEmailId}/test`, {
      email: 'a@harbour.example',
      config: {},
    });
    expect(refused.status).toBe(400);
  });
});

test.each(anyDatabase)(
  'without a mail server its emails are in the mailbox, and self-hosted it is not offered, on %s',
  async kind => {
    const app = await startTestApp(kind, { variables: { GATEHOUSE_EDITION: 'cloud' } });
    try {
      const ada = await createPerson(app, 'ada');
      const { body } = await ada.cloud('POST', '/tenants', { name: 'Harbour' });
      await ada.manage(body.id, 'POST', `/connectors/${builtInEmailId}/test`, {
        email: 'kept@harbour.example',
        config: {},
      });
      await app.app.tenantMessages.deliverDue();
      const page = await call(`${app.env.ADMIN_ENDPOINT}/mailbox`);
      expect(page.text).toContain('kept@harbour.example');
    } finally {
      await app.close();
    }
    const selfHosted = await startTestApp(kind);
    try {
      const { body } = await selfHosted.manage('GET', '/connector-factories');
      expect(body.map(({ id }: { id: string }) => id)).not.toContain(builtInEmailId);
      expect((await selfHosted.manage('POST', '/connectors', { connectorId: builtInEmailId })).status).toBe(
        422,
      );
    } finally {
      await selfHosted.close();
    }
  },
);
