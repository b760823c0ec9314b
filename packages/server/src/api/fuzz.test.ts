import { experience, management, wellKnown } from '@gatehouse/contract/apis.ts';
import type { Api, Row } from '@gatehouse/contract/endpoint.ts';
import { errors, isErrorCode } from '@gatehouse/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { visit } from './experience/testing/visit.ts';
import { createBuilders } from './management/testing/builders.ts';
import { type KnownValues, pick, type Random, sampleOf, seededRandom } from './management/testing/samples.ts';

/** What was deleted cannot be tried any more: deletions come last. */
const rows = Object.entries({ ...management, ...experience, ...wellKnown } as Api)
  .flatMap(([area, areaRows]) =>
    Object.entries(areaRows).map(([name, row]: [string, Row]) => ({ name: `${area}.${name}`, row })),
  )
  .sort((a, b) => Number(a.row.method === 'delete') - Number(b.row.method === 'delete'));

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const poisons: readonly unknown[] = [
  '\u0000',
  'null\u0000byte',
  'x'.repeat(100_000),
  '\ud800',
  '%',
  "'; drop table users; --",
  '',
  -1,
  1e308,
  1.5,
  0,
  true,
  null,
  [],
  [[null]],
  {},
  { a: { b: ['\u0000'] } },
  ['\u0000'],
  JSON.parse(deep(50)),
];
const pathPoisons = ['%00', 'x'.repeat(500), '%F0%9F%98%80', '..%2f..', "'%22", '%25', '-1', '%ff'];

/** Another value somewhere in a body: in place of a field, or beside those that are known. */
const poison = (value: unknown, random: Random): unknown => {
  if (typeof value !== 'object' || value === null || random() < 0.15) return pick(random, poisons);
  if (Array.isArray(value))
    return value.length ? value.map(item => poison(item, random)) : [pick(random, poisons)];
  const keys = Object.keys(value);
  const key =
    keys.length && random() < 0.85 ? pick(random, keys) : pick(random, ['unknown', '__proto__', '\u0000']);
  const inner = (value as Record<string, unknown>)[key];
  return { ...value, [key]: poison(inner, random) };
};

const samplesPerRow = 6;

describe.each(databaseKinds)('every row for machines and for visitors, on %s', kind => {
  let app: TestApp;
  let real: Record<string, string>;
  let known: KnownValues;
  beforeAll(async () => {
    app = await startTestApp(kind);
    const build = createBuilders(app);
    const scope = await build.scope();
    const { body: role } = await app.manage('POST', '/roles', { name: 'Fuzz', description: 'Fuzz' });
    real = {
      applications: (await build.application({ type: 'Traditional', isThirdParty: true })).id,
      organizations: (await build.organization()).id,
      'organization-roles': (await build.organizationRole()).id,
      resources: scope.resourceId,
      roles: role.id,
      users: (await build.user()).id,
      userId: (await build.user()).id,
      applicationId: (await build.application()).id,
    };
    known = {
      applicationIds: [real.applicationId],
      connectorId: 'development-mailbox',
      expiresAt: Date.now() + 3_600_000,
      messagePayload: false,
      organizationId: real.organizations,
      organizationIds: [real.organizations],
      organizationRoleIds: [real['organization-roles']],
      roleIds: [real.roles],
      scopeIds: [scope.id],
      userId: real.userId,
      userIds: [real.users, real.userId],
    };
  });
  afterAll(() => app.close());

  /** Things that are there, so that requests get as far as they can. */
  const address = ({ path }: Row, replace?: (name: string) => string | undefined) => {
    const [, segment = ''] = path.split('/');
    let isFirst = true;
    return path.replace(/:(\w+)/g, (_, name: string) => {
      const own = isFirst ? real[segment] : undefined;
      isFirst = false;
      return replace?.(name) ?? own ?? real[name] ?? 'nothing';
    });
  };

  /** A visitor of the sign-in pages is known by a cookie, everybody else by a token. */
  let cookie: string | undefined;

  const send = async (row: Row, path: string, body?: unknown, headers?: Record<string, string>) => {
    const url = `${app.env.ENDPOINT}/api${path}`;
    const method = row.method.toUpperCase();
    const answer = await call(url, {
      method,
      ...(cookie === undefined ? { token: app.token } : {}),
      ...(method === 'GET' ? {} : { body }),
      headers: { ...(method === 'GET' ? {} : headers), ...(cookie === undefined ? {} : { cookie }) },
    });
    const code: unknown = answer.body?.code;
    // 501 is a promise of the table: something is not set up. Everything else above 499 is our mistake.
    const isForeseen = typeof code === 'string' && isErrorCode(code) && errors[code] === 501;
    if (answer.status >= 500 && !isForeseen) {
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      throw new Error(`${answer.status} for ${method} ${path} ${sent?.slice(0, 500)}: ${answer.text}`);
    }
    return answer;
  };

  test.each(rows)('$name survives what nobody should send', async ({ name, row }) => {
    const isVisitor = /^\/(?:experience|interaction)\b/.test(row.path);
    cookie = isVisitor ? (await visit(app, 'SignIn')).browser.cookies() : undefined;
    const random = seededRandom(
      [...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) | 0,
    );
    for (const text of pathPoisons)
      await send(
        row,
        address(row, () => text),
        '{}',
      );
    const path = address(row);
    const names = Object.keys((row.query as z.ZodObject | undefined)?.shape ?? {});
    for (const query of ['page', 'page_size', ...names]) {
      for (const text of ['%00', 'x'.repeat(2000), '-1', '1e99', '%25', '(', 'a&page=1']) {
        await send(row, `${path}?${query}=${text}`, '{}');
      }
    }
    if (row.method === 'get') return;
    for (const text of [
      '',
      'null',
      '1',
      '"x"',
      '[]',
      '[{}]',
      '{"a":',
      deep(20_000),
      '{"__proto__":{"a":1}}',
    ]) {
      await send(row, path, text);
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    ]) {
      await send(row, path, 'a=1', { 'content-type': type });
    }
    if (!row.body) return;
    for (let count = 0; count < samplesPerRow; count += 1) {
      const body = sampleOf(row.body, random, known);
      await send(row, path, body);
      for (let tries = 0; tries < 3; tries += 1) await send(row, path, poison(body, random));
    }
  });

  test('the server is well afterwards', async () => {
    expect((await app.manage('GET', '/resources')).status).toBe(200);
  });
});
