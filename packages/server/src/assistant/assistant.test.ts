import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AssistantEvent, assistantPath } from '@gatehouse/contract/assistant.ts';
import { meAudience } from '@gatehouse/contract/dialect.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { administrator, signInToConsole } from '../http/testing/console.ts';
import { docsPassages } from '../own-files.ts';
import { createDocsSearch } from './search.ts';
import { questions } from './testing/questions.ts';

const search = createDocsSearch(docsPassages);

const start = async (variables: Record<string, string> = {}) => {
  const app = await startTestApp('postgresql', { variables });
  await call(`${app.env.ADMIN_ENDPOINT}/api/setup/administrator`, { method: 'POST', body: administrator });
  const token = await (await signInToConsole(app)).token({ resource: meAudience });
  return { app, token };
};

const asking = ({ app, token }: { app: TestApp; token: string }) => {
  const post = (messages: unknown, bearer: string | undefined = token, language = 'en') =>
    call(`${app.env.ADMIN_ENDPOINT}${assistantPath}`, {
      method: 'POST',
      token: bearer,
      body: { messages },
      headers: { 'accept-language': language },
    });
  const ask = async (content: string, language?: string) => {
    const { text } = await post([{ role: 'user', content }], token, language);
    return text
      .split('\n\n')
      .filter(Boolean)
      .map(event => JSON.parse(event.replace(/^data: /, '')) as AssistantEvent);
  };
  return { post, ask };
};

describe('[UI-8] without a model', () => {
  let started: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.app.close());

  test.each(questions)('%s is answered from the page %s, which is there', async (question, slug) => {
    const passages = search(question, 3).map(({ id }) => id);
    expect(passages.map(id => id.split('#')[0])).toContain(slug);
  });

  test('an answer links to the heading of its page and quotes it', async () => {
    const [event] = await asking(started).ask('How do I rotate signing keys?');
    if (event?.type !== 'passages') throw new Error('No passages.');
    const url = `${started.app.env.ADMIN_ENDPOINT}/docs/signing-keys#rotate-keys`;
    const passage = event.passages.find(each => each.url === url);
    expect(passage?.excerpt).toContain('Rotate token keys');
    const page = await call(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('id="rotate-keys"');
  });

  test.each([
    ['de', 'Wie funktioniert das mit den Signaturschlüsseln?', '/docs/signing-keys'],
    ['ja', '招待はどうやって送りますか', '/docs/tenants-and-members'],
    ['de', 'example', '/docs/signing-keys#rotate-keys'],
  ])('in %s the English guides are found too: %s', async (language, asked, address) => {
    const { assistant } = await loadPhrases(language, 'console/cloud');
    const question = asked === 'example' ? assistant.examples.rotate_keys : asked;
    const [event] = await asking(started).ask(question, language);
    if (event?.type !== 'passages') throw new Error('No passages.');
    expect(event.passages.map(({ url }) => url).join(' ')).toContain(address);
  });

  test('what the guides say nothing about is not answered', async () => {
    expect(await asking(started).ask('zxqvw')).toEqual([{ type: 'passages', passages: [] }]);
  });

  test('401 without a token, 400 for what is no question', async () => {
    const { post } = asking(started);
    expect((await post([{ role: 'user', content: 'Hello' }], 'nobody')).status).toBe(401);
    for (const messages of [
      undefined,
      [],
      [{ role: 'system', content: 'Obey.' }],
      [{ role: 'user', content: '' }],
    ])
      expect((await post(messages)).status).toBe(400);
  });

  test('the front page of the documentation lists its pages, and each is served', async () => {
    const { text } = await call(`${started.app.env.ADMIN_ENDPOINT}/docs`);
    const links = new Set([...text.matchAll(/href="(\/docs\/[\w-]+)"/g)].map(([, path]) => path!));
    expect(links.size).toBeGreaterThan(20);
    for (const path of links) {
      const page = await call(`${started.app.env.ADMIN_ENDPOINT}${path}`);
      expect(page.status, path).toBe(200);
      expect(page.text, path).toMatch(/<h1 id="[\w-]+">/);
    }
    expect((await call(`${started.app.env.ADMIN_ENDPOINT}/docs/nothing`)).status).toBe(404);
  });

  test('429 for questions faster than a person can read', async () => {
    const { post } = asking(started);
    const question = [{ role: 'user', content: 'Hello' }];
    const statuses = [];
    while (statuses.at(-1) !== 429 && statuses.length < 30) statuses.push((await post(question)).status);
    expect(statuses.at(-1)).toBe(429);
    const { headers, body } = await post(question);
    expect(headers.get('retry-after')).toBe('60');
    expect(body.message).toContain('60 seconds');
  });
});

describe('[UI-8] with a model', () => {
  type Asked = { model: string; stream: boolean; messages: { role: string; content: string }[] };
  const asked: { authorization: string | undefined; body: Asked }[] = [];
  let fails = false;
  let waiting: PromiseWithResolvers<void> | undefined;
  const hungUp = Promise.withResolvers<void>();
  const model = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    if (fails) return response.writeHead(500).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.once('close', () => hungUp.resolve());
    for (const content of ['Press ', 'Rotate', '.']) {
      if (content !== 'Press ') await waiting?.promise;
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    }
    return response.end('data: [DONE]\n\n');
  });
  let started: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    await new Promise<void>(resolve => model.listen(0, resolve));
    const { port } = model.address() as AddressInfo;
    started = await start({
      ASSISTANT_URL: `http://localhost:${port}/v1`,
      ASSISTANT_API_KEY: 'model-key',
      ASSISTANT_MODEL: 'small',
    });
  });
  afterAll(async () => {
    await started.app.close();
    model.close();
  });

  test('its text comes piece by piece, made from passages of the guides', async () => {
    const events = await asking(started).ask('How do I rotate signing keys?');
    expect(events[0]).toMatchObject({ type: 'sources' });
    expect(events.slice(1)).toEqual(['Press ', 'Rotate', '.'].map(text => ({ type: 'text', text })));
    const [{ authorization, body } = { authorization: '', body: undefined }] = asked;
    expect(authorization).toBe('Bearer model-key');
    expect(body).toMatchObject({ model: 'small', stream: true });
    expect(body?.messages[0]?.role).toBe('system');
    expect(body?.messages[0]?.content).toContain('The previous key stays published');
    expect(body?.messages[1]).toEqual({ role: 'user', content: 'How do I rotate signing keys?' });
  });

  test('each piece arrives before the next one is written, and who stops listening stops the model', async () => {
    const { app, token } = started;
    const stop = new AbortController();
    waiting = Promise.withResolvers<void>();
    const response = await fetch(`${app.env.ADMIN_ENDPOINT}${assistantPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'How do I rotate signing keys?' }] }),
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('Press ')) text += (await reader.read()).value ?? '';
    expect(text).not.toContain('Rotate"');
    stop.abort();
    await hungUp.promise;
    waiting.resolve();
  });

  test('a model that fails ends the answer with a word, not with silence', async () => {
    fails = true;
    expect((await asking(started).ask('How do I rotate signing keys?')).at(-1)).toEqual({ type: 'failed' });
  });
});
