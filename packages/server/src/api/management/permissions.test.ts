import { management } from '@gatehouse/contract/apis.ts';
import type { Api, Row } from '@gatehouse/contract/endpoint.ts';
import { managementAreas, managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { tokenWith } from './testing/tokens.ts';

const rows = Object.entries(management as Api).flatMap(([area, areaRows]) =>
  Object.entries(areaRows).map(([name, row]: [string, Row]) => ({ name: `${area}.${name}`, row })),
);

const [firstAreas, lastAreas] = [
  managementAreas.slice(0, managementAreas.length / 2),
  managementAreas.slice(managementAreas.length / 2),
];
const permissionsOf = (areas: readonly string[]) =>
  managementPermissions.filter(permission => areas.includes(permission.split(':')[0]!));

/** Who may do what is one check for all rows: it needs no second database. */
describe('every row of the management API', () => {
  let app: TestApp;
  let tokens: { readers: string; writers: string; first: string; last: string };
  beforeAll(async () => {
    app = await startTestApp('embedded');
    tokens = {
      readers: await tokenWith(
        app,
        managementPermissions.filter(permission => permission.endsWith(':read')),
      ),
      writers: await tokenWith(
        app,
        managementPermissions.filter(permission => permission.endsWith(':write')),
      ),
      first: await tokenWith(app, permissionsOf(firstAreas)),
      last: await tokenWith(app, permissionsOf(lastAreas)),
    };
  });
  afterAll(() => app.close());

  const send = ({ method, path }: Row, token?: string) =>
    call(`${app.env.ENDPOINT}/api${path.replace(/:\w+/g, 'nothing')}`, {
      method: method.toUpperCase(),
      token,
      ...(method === 'get' || method === 'delete' ? {} : { body: {} }),
    });

  test.each(rows)(
    '$name: 401 without a token, 403 without its permission, neither with it',
    async ({ row }) => {
      expect(await send(row)).toMatchObject({
        status: 401,
        body: { code: 'auth.authorization_header_missing' },
      });
      const isRead = row.permission.endsWith(':read');
      const isFirst = firstAreas.some(area => row.permission.startsWith(`${area}:`));
      const refused = { status: 403, body: { code: 'auth.forbidden' } };
      expect(await send(row, isRead ? tokens.writers : tokens.readers)).toMatchObject(refused);
      expect(await send(row, isFirst ? tokens.last : tokens.first)).toMatchObject(refused);
      const holder = row.permission === 'all' ? app.token : isRead ? tokens.readers : tokens.writers;
      const allowed = await send(row, holder);
      expect(allowed.status).not.toBe(401);
      expect(allowed.body?.code).not.toBe('auth.forbidden');
    },
  );
});
