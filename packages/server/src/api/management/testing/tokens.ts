import { generateShortId } from '@gatehouse/contract/ids.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { requestToken, type TestApp } from '../../../http/testing/app.ts';

export type Machine = Awaited<ReturnType<typeof machineWith>>;

/** A machine-to-machine application that holds these permissions and no others, with a token that says so. */
export const machineWith = async (app: TestApp, permissions: readonly ManagementPermission[]) => {
  const scopes = await managementScopes(app);
  const scopeIds = scopes.flatMap(({ id, name }) => (permissions.includes(name) ? [id] : []));
  const name = `${permissions.join(' ').slice(0, 100)} ${generateShortId()}`;
  const { body: role } = await app.manage('POST', '/roles', {
    name,
    description: 'Made for a test.',
    type: 'MachineToMachine',
    scopeIds,
  });
  const { body: application } = await app.manage('POST', '/applications', { name, type: 'MachineToMachine' });
  await app.manage('POST', `/applications/${application.id}/roles`, { roleIds: [role.id] });
  const { body: secrets } = await app.manage('GET', `/applications/${application.id}/secrets`);
  const client = { id: application.id as string, secret: secrets[0].value as string };
  const { access_token: token } = await requestToken(app.env.ENDPOINT, client, {
    scope: permissions.join(' '),
  });
  return { ...client, roleId: role.id as string, token: token as string };
};

/** The permissions of the default tenant's management API, as scopes of its resource. */
export const managementScopes = async (app: Pick<TestApp, 'manage'>) => {
  const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
  const management = resources.find(({ name }: { name: string }) => name === 'Management API');
  return management.scopes as { id: string; name: ManagementPermission; resourceId: string }[];
};

/** A token for the management API that holds these permissions and no others. */
export const tokenWith = async (app: TestApp, permissions: ManagementPermission[]): Promise<string> =>
  (await machineWith(app, permissions)).token;
