import { defaultSecretName } from '@gatehouse/contract/applications.ts';
import { defaultTenantId, managementRole } from '@gatehouse/contract/dialect.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Database, Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from './origins.ts';
import { RequestError } from './request-error.ts';

/** A machine-to-machine application of the default tenant that may use the whole management API. */
export const createManagementApplication = (
  database: Database,
  vault: Vault,
  { name, tenantId = defaultTenantId }: { name: string; tenantId?: string },
) =>
  database.tenant(tenantId).write(systemOrigin('cli'), async tx => {
    const application = await tx.insert('applications', { id: generateId(), name, type: 'MachineToMachine' });
    const { value } = await addSecret(tx, vault, { applicationId: application.id, name: defaultSecretName });
    await tx.insert('applicationsRoles', { applicationId: application.id, roleId: managementRole.id });
    tx.object('application', application.id, name);
    tx.invalidate('clients');
    tx.invalidate('roles');
    return { id: application.id, secret: value };
  });

/** The value is sealed before it reaches the database; the caller gets it in the clear. */
export const addSecret = async (
  tx: Write,
  vault: Vault,
  secret: { applicationId: string; name: string; expiresAt?: number | null },
) => {
  const value = generateSecret();
  const row = await tx.insert('applicationSecrets', { ...secret, value: vault.seal(value) });
  return { ...row, value };
};

export const findApplication = async (db: Kysely<Tables>, id: string) => {
  const application = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
  if (!application)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'application', id } });
  return application;
};
