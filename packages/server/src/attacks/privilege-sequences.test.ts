import { management } from '@gatehouse/contract/apis.ts';
import { managementRole } from '@gatehouse/contract/dialect.ts';
import type { Api, Row } from '@gatehouse/contract/endpoint.ts';
import { type ManagementPermission, managementPermissions } from '@gatehouse/contract/scopes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders } from '../api/management/testing/builders.ts';
import { type Machine, machineWith, managementScopes } from '../api/management/testing/tokens.ts';
import { addressOf } from '../api/testing/fuzz.ts';
import { sampleOf, seededRandom } from '../api/testing/samples.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';

const rows: Row[] = Object.values(management as Api).flatMap(area => Object.values(area));
const everything = managementPermissions.join(' ');
const parts = managementPermissions.filter(permission => permission !== 'all');
const sequencesOf = (permission: ManagementPermission) => (permission.endsWith(':write') ? 8 : 2);

/** Which database it is makes no difference to who may do what. */
describe('a machine with one permission', () => {
  let app: TestApp;
  let victims: Record<string, string>;
  let shared: Record<string, unknown>;
  beforeAll(async () => {
    app = await startTestApp('embedded');
    const build = createBuilders(app);
    const scopes = await managementScopes(app);
    const strong = await machineWith(app, [
      'users:write',
      'configs:write',
      'roles:write',
      'applications:write',
    ]);
    const empty = await app.manage('POST', '/roles', {
      name: 'Empty',
      description: 'x',
      type: 'MachineToMachine',
    });
    const organization = await build.organization();
    const organizationRole = await build.organizationRole('MachineToMachine');
    const user = await build.user({ primaryEmail: 'victim@harbour.example' });
    // Changes whose undoing would give something away.
    await app.manage('PATCH', `/applications/${strong.id}`, { isAdmin: true });
    await app.manage('PATCH', `/applications/${strong.id}`, { isAdmin: false });
    const { body: changes } = await app.manage('GET', `/changes?objectId=${strong.id}`);
    victims = {
      changes: changes[0].id,
      resources: scopes[0]!.resourceId,
      scopeId: scopes[0]!.id,
      roles: empty.body.id,
      organizations: organization.id,
      'organization-roles': organizationRole.id,
      users: user.id,
      userId: user.id,
      strong: strong.id,
      strongRole: strong.roleId,
    };
    shared = {
      name: 'all',
      type: 'MachineToMachine',
      isAdmin: true,
      isDefault: true,
      scopeIds: scopes.map(({ id }) => id),
      resourceScopeIds: scopes.map(({ id }) => id),
      roleIds: [managementRole.id, strong.roleId],
      organizationId: organization.id,
      organizationIds: [organization.id],
      organizationRoleIds: [organizationRole.id],
      userId: user.id,
      userIds: [user.id],
    };
  });
  afterAll(() => app.close());

  const scopesOf = async (client: { id: string; secret: string }) => {
    const { scope = '' } = await requestToken(app.env.ENDPOINT, client, { scope: everything });
    return (scope as string).split(' ').filter(Boolean).sort();
  };

  /** Each row on the machine itself, on one that holds more, and on a role that it could fill. */
  const send = (row: Row, seed: number, machine: Machine) => {
    const random = seededRandom(seed);
    const target = [machine.id, victims.strong!, app.manager.id][seed % 3]!;
    const role = [victims.roles!, victims.strongRole!, managementRole.id, machine.roleId][seed % 4]!;
    const real = { ...victims, applications: target, applicationId: machine.id, roles: role, roleId: role };
    const known = { ...shared, applicationIds: [machine.id], id: machine.id };
    const body = row.body ? sampleOf(row.body, random, known) : undefined;
    return call(`${app.env.ENDPOINT}/api${addressOf(row, real)}`, {
      method: row.method.toUpperCase(),
      token: machine.token,
      ...(row.method === 'get' ? {} : { body: body ?? {} }),
    });
  };

  /** What an answer gives away can be tried as the secret of every machine that it could belong to. */
  const principalsIn = (text: string, machine: Machine) => {
    const values = [...text.matchAll(/"(?:value|secret)":"(\w{8,64})"/g)].map(([, value = '']) => value);
    const ids = [...text.matchAll(/"(?:applicationId|id)":"(\w+)"/g)].map(([, id = '']) => id);
    const owners = new Set([...ids, victims.strong!, app.manager.id]);
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
  );

  test('nobody else has become an administrator meanwhile', async () => {
    const { body: holders } = await app.manage('GET', `/roles/${managementRole.id}/applications`);
    expect(holders.map(({ id }: { id: string }) => id)).toEqual([app.manager.id]);
  });
});
