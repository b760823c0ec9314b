import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Mail, type MailServer, startMailServer } from './testing/mail-server.ts';

describe.each(databaseKinds)('mail of the console on %s', kind => {
  let mail: MailServer;
  let app: TestApp;
  let ada: Person;
  let tenantId: string;
  let clock = Date.now();
  beforeAll(async () => {
    mail = await startMailServer();
    app = await startTestApp(kind, {
      variables: {
        GATEHOUSE_EDITION: 'cloud',
        SMTP_URL: mail.url,
        SMTP_FROM: 'Gatehouse <no-reply@gatehouse.example>',
      },
      now: () => clock,
    });
    ada = await createPerson(app, 'ada');
    tenantId = (await ada.cloud('POST', '/tenants', { name: 'Harbour & Co' })).body.id;
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });
  const invite = async (invitee: string) => {
    const body = { invitee: [invitee], roleName: 'collaborator' };
    const sent = await ada.member(tenantId, 'POST', '/invitations', body);
    expect(sent.status).toBe(201);
    return sent.body[0].id as string;
  };
  const receivedBy = (address: string) => mail.received.filter(({ to }) => to.includes(address));

  test('[TEN-17] an invitation arrives once, from the sender of the installation, with its link', async () => {
    const id = await invite('grace@harbour.example');
    await Promise.all([app.app.ownMail?.deliverDue(), app.app.ownMail?.deliverDue()]);
    await expect.poll(() => receivedBy('grace@harbour.example')).toHaveLength(1);
    const [{ from, text }] = receivedBy('grace@harbour.example') as [Mail];
    expect(from).toBe('no-reply@gatehouse.example');
    expect(text).toContain('Subject: You are invited to join Harbour & Co');
    expect(text).toContain(`${app.env.ADMIN_ENDPOINT}/accept/${id}`);
    expect(text).toContain('has invited you to join Harbour &#38; Co');
    // In the colors of the sign-in page, for light and dark screens, and as text for those who read no HTML.
    expect(text).toContain('Content-Type: multipart/alternative');
    expect(text).toContain('prefers-color-scheme:dark');
    expect(text).toMatch(/class="button"[^>]*background:#6139F6/s);
    expect(text).toMatch(/>Gatehouse</);
    await app.app.ownMail?.deliverDue();
    expect(receivedBy('grace@harbour.example')).toHaveLength(1);
  });

  test('[TEN-17] what a busy server did not take is tried again later', async () => {
    mail.beBusy(true);
    await invite('alan@harbour.example');
    await app.app.ownMail?.deliverDue();
    mail.beBusy(false);
    await app.app.ownMail?.deliverDue();
    expect(receivedBy('alan@harbour.example')).toHaveLength(0);
    clock += 5 * 60_000;
    await app.app.ownMail?.deliverDue();
    await expect.poll(() => receivedBy('alan@harbour.example')).toHaveLength(1);
  });

  test('what was sent is not in the mailbox of developers', async () => {
    const page = await call(`${app.env.ADMIN_ENDPOINT}/mailbox`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('grace@harbour.example');
  });
});
