import { Agent, request } from 'node:http';
import { management } from '@gatehouse/contract/apis.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { rowsOf } from '../api/testing/fuzz.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const rows = rowsOf(management);
const parts = managementPermissions.filter(permission => permission !== 'all');
const atOnce = 16;

const isHeld = ({ permission, shows = [] }: Row, held: readonly string[]) =>
  [permission, ...shows].every(each => held.includes(each));

/** Permissions are checked before a row is read, so no second database is needed. */
describe('the rows of the management API', () => {
  let app: TestApp;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  beforeAll(async () => {
    app = await startTestApp('postgresql');
  });
  afterAll(async () => {
    agent.destroy();
    await app.close();
  });

  const send = (row: Row, token?: string, method = row.method.toUpperCase()) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; code?: string }>();
    const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method);
    const asked = request(`${app.env.ENDPOINT}/api${row.path.replace(/:\w+/g, 'nothing')}`, {
      agent,
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
    });
    asked.on('error', reject).on('response', answer => {
      if (row.isStream && answer.statusCode === 200) {
        answer.destroy();
        return resolve({ status: 200 });
      }
      let text = '';
      answer.setEncoding('utf8').on('error', reject);
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => {
        const isJson = String(answer.headers['content-type']).includes('json') && text !== '';
        const code = isJson ? (JSON.parse(text) as { code?: string } | null)?.code : undefined;
        resolve({ status: answer.statusCode ?? 0, ...(code ? { code } : {}) });
      });
    });
    asked.end(hasBody ? '{}' : undefined);
    return promise;
  };

  /** The answers to all of these rows, by their names. */
  const sendAll = async (asked: typeof rows, token?: string, method?: string) => {
    const answers: Record<string, { status: number; code?: string }> = {};
    for (let first = 0; first < asked.length; first += atOnce)
      await Promise.all(
        asked.slice(first, first + atOnce).map(async ({ name, row }) => {
          answers[name] = await send(row, token, method);
        }),
      );
    return answers;
  };

  const expectRefused = (answers: Awaited<ReturnType<typeof sendAll>>, refusal: object) =>
    expect(Object.entries(answers).filter(([, answer]) => !isLike(answer, refusal))).toEqual([]);
  const isLike = (answer: object, refusal: object) =>
    Object.entries(refusal).every(([key, value]) => answer[key as keyof object] === value);
  const forbidden = { status: 403, code: 'auth.forbidden' };

  test('refuse requests without a token', async () => {
    expectRefused(await sendAll(rows), { status: 401, code: 'auth.authorization_header_missing' });
  });

  test.each(parts)('with %s alone: 403 from all but those that ask for no more', async permission => {
    const token = await tokenWith(app, [permission]);
    const own = rows.filter(({ row }) => isHeld(row, [permission]));
    const others = rows.filter(entry => !own.includes(entry));
    expect(others.length).toBeGreaterThan(250);
    expectRefused(await sendAll(others, token), forbidden);
    const readable = others.filter(({ row }) => row.method === 'get');
    expectRefused(await sendAll(readable, token, 'HEAD'), { status: 403 });
    const answers = Object.entries(await sendAll(own, token));
    expect(answers.filter(([, { status, code }]) => status === 401 || code === forbidden.code)).toEqual([]);
  });

  test.each(rows.filter(({ row }) => row.shows))('$name takes all of its permissions', async ({ row }) => {
    const needed = [row.permission, ...(row.shows ?? [])] as ManagementPermission[];
    for (const missing of needed) {
      const token = await tokenWith(
        app,
        parts.filter(permission => permission !== missing),
      );
      expect([missing, await send(row, token)]).toEqual([missing, forbidden]);
    }
    expect((await send(row, await tokenWith(app, needed))).code).not.toBe(forbidden.code);
  });
});
