import {
  type ApplicationType,
  confidentialTypes,
  defaultSecretName,
} from '@gatehouse/contract/applications.ts';
import type { CustomClientMetadata, OidcClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import { defaultTenantId, managementRole } from '@gatehouse/contract/dialect.ts';
import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Database, NewRow, Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import {
  refuseExchangeOfOthers,
  requireDeviceType,
  requireFitAlgorithm,
  requireOwnHosts,
  requireRotation,
} from './application-rules.ts';
import { systemOrigin } from './origins.ts';

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
    return { id: application.id, secret: value };
  });

export type NewApplication = Omit<NewRow<'applications'>, 'id' | 'type'> & {
  type: ApplicationType;
  oidcClientMetadata?: OidcClientMetadata;
  customClientMetadata?: CustomClientMetadata;
};

/** Makes an application, for an administrator or for software that registers itself; the rules for it are the same. */
export const createApplication = async (tx: Write, vault: Vault, fields: NewApplication) => {
  const { type, oidcClientMetadata, customClientMetadata } = fields;
  requireRotation(type, customClientMetadata);
  requireDeviceType(type, customClientMetadata);
  refuseExchangeOfOthers(fields.isThirdParty === true, customClientMetadata);
  requireFitAlgorithm(customClientMetadata);
  requireOwnHosts(oidcClientMetadata);
  const application = await tx.insert('applications', {
    id: generateId(),
    isPkceRequired: type === 'Traditional',
    ...fields,
  });
  if (!confidentialTypes.includes(type)) return { application };
  const secret = await addSecret(tx, vault, { applicationId: application.id, name: defaultSecretName });
  return { application, secret: secret.value };
};

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
