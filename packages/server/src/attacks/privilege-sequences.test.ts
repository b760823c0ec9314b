import { management } from '@gatehouse/contract/apis.ts';
import { managementAudience, managementRole } from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Machine, machineWith } from '../api/management/testing/tokens.ts';
import { addressOf, poison, rowsOf } from '../api/testing/fuzz.ts';
import { sampleOf, seededRandom } from '../api/testing/samples.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { actorsOf } from './testing/fuzz-actors.ts';
import { setUpVictims, type Victims } from './testing/victims.ts';

const rows = rowsOf(management).map(({ row }) => row);
const everything = managementPermissions.join(' ');
const parts = managementPermissions.filter(permission => permission !== 'all');
/** Multiplies the number of sequences for a longer run. */
const times = Number(process.env.SEQUENCES ?? 1);
const sequencesOf = (permission: ManagementPermission) => (permission.endsWith(':write') ? 8 : 2) * times;
const longRunMs = 120_000 * times;

/** Permissions do not depend on the database, so one kind is enough. */
describe('a machine with one permission', () => {
  let app: TestApp;
  let victims: Victims;
  beforeAll(async () => {
    app = await startTestApp('postgresql');
    victims = await setUpVictims(app);
  });
  afterAll(() => app.close());

  const scopesOf = async (client: { id: string; secret: string }) => {
    const { scope = '' } = await requestToken(app.env.ENDPOINT, client, { scope: everything });
    return (scope as string).split(' ').filter(Boolean).sort();
  };

  /** Each row on the machine itself, on one that holds more, and on a role that it could fill. */
  const send = (row: Row, seed: number, machine: Machine) => {
    const random = seededRandom(seed);
    const target = [machine.id, victims.strong.id, app.manager.id][seed % 3]!;
    const role = [victims.ids.roles!, victims.strong.roleId, managementRole.id, machine.roleId][seed % 4]!;
    const real = {
      ...victims.ids,
      applications: target,
      applicationId: machine.id,
      roles: role,
      roleId: role,
    };
    const known = { ...victims.grants, applicationIds: [machine.id], id: machine.id };
    const sample = row.body ? sampleOf(row.body, random, known) : {};
    // Now and then with a field more, or of another kind, than the row expects.
    const body =
      seed % 5 === 0 ? { ...known, ...(sample as object) } : seed % 7 === 0 ? poison(sample, random) : sample;
    return call(`${app.env.ENDPOINT}/api${addressOf(row, real)}`, {
      method: row.method.toUpperCase(),
      token: machine.token,
      ...(row.method === 'get' ? {} : { body }),
    });
  };

  /** Each leaked value, paired as a client secret with the machine-to-machine apps it could belong to. */
  const principalsIn = (text: string, machine: Machine) => {
    const values = [...text.matchAll(/"(?:value|secret)":"(\w{8,64})"/g)].map(([, value = '']) => value);
    const ids = [...text.matchAll(/"(?:applicationId|id)":"(\w+)"/g)].map(([, id = '']) => id);
    const owners = new Set([...ids, victims.strong.id, app.manager.id]);
    owners.delete(machine.id);
    return [...new Set(values)]
      .slice(0, 3)
      .flatMap(secret => [...owners].slice(0, 4).map(id => ({ id, secret })));
  };

  test.each(parts)(
    '%s: three calls gain no other permission, for itself or for a principal of its making',
    async permission => {
      const machine = await machineWith(app, [permission]);
      const own = rows.filter(row => row.permission === permission);
      if (own.length === 0) return;
      const step = fc.record({ row: fc.constantFrom(...own), seed: fc.nat(10_000) });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async steps => {
          for (const { row, seed } of steps) {
            const { text } = await send(row, seed, machine);
            for (const principal of principalsIn(text, machine))
              expect([[], [permission]]).toContainEqual(await scopesOf(principal));
          }
          // It may have deleted itself, or its role.
          expect([[], [permission]]).toContainEqual(await scopesOf(machine));
        }),
        { numRuns: sequencesOf(permission), seed: 20_261_117, endOnFailure: true },
      );
    },
    longRunMs,
  );

  test(
    'users, personal access tokens and organization tokens: no row that writes is done for them, in any order',
    async () => {
      const actors = (await actorsOf(app)).filter(({ holds }) => holds?.length === 0);
      expect(actors.length).toBeGreaterThan(4);
      const writing = rows.filter(row => row.method !== 'get' && row.permission !== 'public');
      const step = fc.record({
        row: fc.constantFrom(...writing),
        actor: fc.constantFrom(...actors),
        seed: fc.nat(10_000),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async steps => {
          for (const { row, actor, seed } of steps) {
            const body = row.body ? sampleOf(row.body, seededRandom(seed), victims.grants) : {};
            const { status, text } = await call(`${app.env.ENDPOINT}/api${addressOf(row, victims.ids)}`, {
              method: row.method.toUpperCase(),
              headers: actor.headers,
              body,
            });
            expect([actor.name, row.method, row.path, status, text.slice(0, 200)]).toEqual([
              actor.name,
              row.method,
              row.path,
              expect.toSatisfy(code => [400, 401, 403].includes(code)),
              expect.anything(),
            ]);
          }
        }),
        { numRuns: 60 * times, seed: 20_261_117, endOnFailure: true },
      );
    },
    longRunMs,
  );

  test('no other principal has become an administrator meanwhile, and no principal gained a permission', async () => {
    const { body: holders } = await app.manage('GET', `/roles/${managementRole.id}/applications`);
    expect(holders.map(({ id }: { id: string }) => id)).toEqual([app.manager.id]);
    const { access_token: token } = await requestToken(app.env.ENDPOINT, app.manager, {
      resource: managementAudience('default'),
      scope: 'all',
    });
    expect((await call(`${app.env.ENDPOINT}/api/resources`, { token })).status).toBe(200);
  });
});
