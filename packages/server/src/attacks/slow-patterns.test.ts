import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { sendFile } from '../http/testing/files.ts';
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts';

let app: TestApp;
let mail: MailServer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-uploads-'));
  mail = await startMailServer();
  app = await startTestApp('postgresql', { variables: { GATEHOUSE_DATA_DIR: directory } });
});
afterAll(async () => {
  await app.close();
  await mail.close();
  await rm(directory, { recursive: true });
});

/** Far more than any of these takes, and far less than what keeps everyone else waiting. */
const limitMs = 5000;

const timed = async <T>(work: () => Promise<T>) => {
  const began = performance.now();
  const result = await work();
  expect(performance.now() - began).toBeLessThan(limitMs);
  return result;
};

const smtp = () => ({
  host: '127.0.0.1',
  port: mail.port,
  auth: { user: 'gatehouse', pass: 'secret' },
  fromEmail: 'no-reply@example.com',
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
/** Not that many: without an end to what it costs, the test would have none either. */
const comments = '<!---->'.repeat(26);

test('a visitor cannot keep the server busy with a picture', async () => {
  await app.manage('POST', '/custom-profile-fields', { name: 'avatar', type: 'Url', required: false });
  const { browser } = await visit(app, 'Register');
  const send = (content: string) =>
    timed(() =>
      sendFile(`${app.env.ENDPOINT}/api/experience/user-assets/avatar`, content, {
        cookie: browser.cookies(),
      }),
    );
  for (const content of [
    comments,
    `<!DOCTYPE svg${' '.repeat(100_000)}`,
    `<!DOCTYPE svg [${' '.repeat(100_000)}`,
  ])
    expect((await send(content)).status).toBe(400);
});

test('pictures are still told by what they begin with', async () => {
  const send = (content: string) =>
    sendFile(`${app.env.ENDPOINT}/api/user-assets`, content, { token: app.token });
  for (const begin of [
    '',
    '\uFEFF \n',
    '<?xml version="1.0"?>\n',
    comments,
    '<!DOCTYPE svg PUBLIC "a" "b">\n',
    '<!doctype svg [ ]>',
  ])
    expect((await send(`${begin}${svg}`)).status, begin).toBe(200);
  for (const begin of ['text', '<!-- ', '<!DOCTYPE html>', '<?xml '])
    expect((await send(`${begin}${svg}`)).status, begin).toBe(400);
});

test.each(['<', '<br', '<style', '<style>', '</p', '&#99999999;'])(
  'a template of nothing but %s is sent like others',
  async part => {
    const content = part.repeat(Math.floor(60_000 / part.length));
    const send = (text: string) =>
      timed(() =>
        app.manage('POST', '/connectors/simplemail-transfer-protocol/test', {
          email: 'reader@example.com',
          type: 'Generic',
          config: { ...smtp(), templates: [{ usageType: 'Generic', subject: 'Code', content: text }] },
        }),
      );
    const { status, text } = await send(`<p>Your code</p>{{code}}${content}`);
    expect(status, text).toBe(204);
  },
);

test('a message in HTML has its text beside it', async () => {
  const content = '<head><title>x</title></head><STYLE>p{}</STYLE><p>A &amp; B</p><div>İ {{code}}</div>1 < 2';
  await app.manage('POST', '/connectors/simplemail-transfer-protocol/test', {
    email: 'reader@example.com',
    type: 'Generic',
    config: { ...smtp(), templates: [{ usageType: 'Generic', subject: 'Code', content }] },
  });
  const { text = '' } = mail.received.at(-1) ?? {};
  const [, plain = ''] = /text\/plain[^\n]*\n[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(text) ?? [];
  expect(plain.replace(/=C4=B0/g, 'İ').split('\r\n')).toEqual(['A & B', 'İ 000000', '1 < 2']);
});

test.each(['@', 'a@.', '0 '])(
  'a visitor cannot keep the server busy with an address of many %s',
  async part => {
    const value = `${part.repeat(Math.floor(80_000 / part.length))} `;
    const { step } = await visit(app, 'SignIn');
    const post = (path: string, body: object) =>
      timed(() => step('POST', `/experience/verification/${path}`, body));
    for (const type of ['email', 'phone', 'username']) {
      const identifier = { type, value };
      const sent = await post('verification-code', { identifier, interactionEvent: 'SignIn' });
      expect(sent.status).toBe(400);
      expect((await post('password', { identifier, password: 'x' })).status).toBe(400);
    }
  },
);

test('nor an administrator with the name of a sender', async () => {
  const senderName = 'a-'.repeat(40_000);
  const { status } = await timed(() =>
    app.manage('POST', '/connectors', { connectorId: 'gatehouse-email', config: { senderName } }),
  );
  expect(status).toBeGreaterThanOrEqual(400);
});
