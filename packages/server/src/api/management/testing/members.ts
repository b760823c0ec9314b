import { adminTenantId, managementAudience } from '@gatehouse/contract/dialect.ts';
import type { BuiltInRole } from '@gatehouse/contract/member-roles.ts';
import { testOrigin } from '../../../database/testing/tenants.ts';
import { addMember } from '../../../domain/tenant-members.ts';
import { call, type TestApp } from '../../../http/testing/app.ts';
import { signInToConsole } from '../../../http/testing/console.ts';
import { createPerson } from '../../cloud/testing/people.ts';

const password = 'correct horse battery';

/** Signs a member of the self-hosted tenant in to the console, and calls the management API with the token. */
export const enterConsole = async (app: TestApp, username: string) => {
  const session = await signInToConsole(app, { username, password });
  const token = await session.token({ resource: managementAudience('default') });
  return (method: string, path: string, body?: unknown) =>
    call(`${app.env.ENDPOINT}/api${path}`, { method, token, body });
};

export const hireMember = async (app: TestApp, username: string, role: BuiltInRole = 'admin') => {
  const { id } = await createPerson(app, username);
  await app.database.tenant(adminTenantId).write(testOrigin, tx => addMember(tx, 'default', id, role));
  (await app.app.services.tenants.admin()).cached.invalidate('members');
  return { id, send: await enterConsole(app, username) };
};
