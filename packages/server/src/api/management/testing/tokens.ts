import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { requestToken, type TestApp } from '../../../http/testing/app.ts';

/** A token for the management API that holds these permissions and no others. */
export const tokenWith = async (app: TestApp, permissions: ManagementPermission[]): Promise<string> => {
  const { body: resources } = await app.manage('GET', '/resources?includeScopes=true');
  const management = resources.find(({ name }: { name: string }) => name === 'Management API');
  const scopeIds = management.scopes.flatMap(({ id, name }: { id: string; name: ManagementPermission }) =>
    permissions.includes(name) ? [id] : [],
  );
  const name = permissions.join(' ').slice(0, 120);
  const { body: role } = await app.manage('POST', '/roles', {
    name,
    description: 'Made for a test.',
    type: 'MachineToMachine',
    scopeIds,
  });
  const { body: application } = await app.manage('POST', '/applications', { name, type: 'MachineToMachine' });
  await app.manage('POST', `/applications/${application.id}/roles`, { roleIds: [role.id] });
  const { body: secrets } = await app.manage('GET', `/applications/${application.id}/secrets`);
  const client = { id: application.id, secret: secrets[0].value };
  const { access_token: token } = await requestToken(app.env.ENDPOINT, client, {
    scope: permissions.join(' '),
  });
  return token;
};
