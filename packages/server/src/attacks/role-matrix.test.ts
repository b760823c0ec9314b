import { Agent, request } from 'node:http';
import { management } from '@gatehouse/contract/apis.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { type BuiltInRole, builtInRoleNames } from '@gatehouse/contract/member-roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../api/testing/fuzz.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Colleague, openWorkplace, type Workplace } from './testing/members.ts';

const rows = rowsOf(management);
const atOnce = 16;
const peopleAreas = ['users', 'organizations', 'one-time-tokens'];

/** The roles as the guide describes them, without the table of the code. */
const expected: Record<BuiltInRole, (permission: string) => boolean> = {
  admin: () => true,
  collaborator: () => true,
  developer: permission => {
    const [area = '', verb] = permission.split(':');
    return verb === 'read' || (verb === 'write' && !peopleAreas.includes(area));
  },
  support: permission =>
    ['users:read', 'users:write', 'organizations:read', 'roles:read', 'logs:read'].includes(permission),
  auditor: permission => permission.endsWith(':read'),
  billing: () => false,
};

const isAllowed = (role: BuiltInRole, { permission, shows = [] }: Row) =>
  [permission, ...shows].every(expected[role]);

describe.each(['oss', 'cloud'])('the rows of the management API, for members (%s)', edition => {
  let app: TestApp;
  let place: Workplace;
  const people = new Map<BuiltInRole, Colleague>();
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: edition } });
    place = await openWorkplace(app);
    for (const role of builtInRoleNames) people.set(role, await place.hire(role, role));
  });
  afterAll(async () => {
    agent.destroy();
    await app.close();
  });

  const send = (row: Row, token: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; code?: string }>();
    const hasBody = !['get', 'delete'].includes(row.method);
    const asked = request(`${place.baseUrl}${row.path.replace(/:\w+/g, 'nothing')}`, {
      agent,
      method: row.method.toUpperCase(),
      headers: {
        authorization: `Bearer ${token}`,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
    });
    asked.on('error', reject).on('response', answer => {
      if (row.isStream && answer.statusCode === 200) {
        answer.destroy();
        return resolve({ status: 200 });
      }
      const parts: Buffer[] = [];
      answer.on('error', reject).on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const isJson = String(answer.headers['content-type']).includes('json') && text !== '';
        const code = isJson ? (JSON.parse(text) as { code?: string } | null)?.code : undefined;
        resolve({ status: answer.statusCode ?? 0, ...(code ? { code } : {}) });
      });
    });
    asked.end(hasBody ? '{}' : undefined);
    return promise;
  };

  test.each(builtInRoleNames)('%s: each row is allowed or refused as the guide says', async role => {
    const { management: token } = people.get(role)!;
    const wrong: unknown[] = [];
    let refused = 0;
    for (let first = 0; first < rows.length; first += atOnce)
      await Promise.all(
        rows.slice(first, first + atOnce).map(async ({ name, row }) => {
          const { status, code } = await send(row, token);
          const isRefused = status === 401 || (status === 403 && code === 'auth.forbidden');
          if (isRefused) refused += 1;
          if (isRefused === isAllowed(role, row)) wrong.push([name, row.permission, status, code]);
        }),
      );
    expect(wrong).toEqual([]);
    const least = { admin: 0, collaborator: 0, developer: 30, support: 200, auditor: 150, billing: 250 };
    expect(refused).toBeGreaterThanOrEqual(least[role]);
  });
});
