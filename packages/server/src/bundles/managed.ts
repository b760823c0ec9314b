import { actionTypes } from '@gatehouse/contract/actions.ts';
import { type EntityKind, entities } from '@gatehouse/contract/entities.ts';
import { customizerKeys } from '@gatehouse/contract/jwt-customizers.ts';
import type { Kysely } from 'kysely';
import { camelCase } from '../database/catalog.ts';
import type { Write } from '../database/database.ts';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry, Tables } from '../database/tables.ts';
import {
  cimdConfigKey,
  idTokenConfigKey,
  registrationConfigKey,
  sessionConfigKey,
} from '../domain/oidc-config.ts';
import { RequestError } from '../request-error.ts';
import { bundleKinds } from './kinds.ts';

const managedConfigKey = 'managedAsCode';

/** The repository that the configuration is kept in, if only machines may change it. */
export const readRepository = async (db: Kysely<Tables>): Promise<string | null> => {
  const row = await db
    .selectFrom('configs')
    .select('value')
    .where('key', '=', managedConfigKey)
    .executeTakeFirst();
  return (row?.value as { repository?: string } | undefined)?.repository ?? null;
};

export const keepRepository = async (tx: Write, repository: string | null) => {
  await tx.delete('configs', { key: managedConfigKey });
  if (repository !== null) await tx.insert('configs', { key: managedConfigKey, value: { repository } });
  tx.object('bundle', managedConfigKey);
};

/** Parts of covered objects that no file has: keys, and what belongs to users and organizations. */
const uncoveredTables: readonly string[] = [
  'applicationSecrets',
  'memberRoles',
  'samlApplicationSecrets',
  'ssoConnectorKeys',
  'applicationConsentOrganizations',
  'applicationAccessUsers',
  'applicationAccessOrganizations',
  'applicationAccessOrganizationRoles',
];

/** Columns that no file has. */
const uncoveredColumns = ['secret', 'signing_key', 'custom_ui_assets'];

const tablesOf = (kind: EntityKind) => Object.keys(entities[kind].tables);

const coveredTables = new Set(
  bundleKinds.flatMap(({ entity }) => tablesOf(entity)).filter(table => !uncoveredTables.includes(table)),
);

const coveredConfigs = new Set<string>([
  ...actionTypes,
  ...Object.values(customizerKeys),
  cimdConfigKey,
  idTokenConfigKey,
  registrationConfigKey,
  sessionConfigKey,
]);

const isCovered = ({ table, before, after }: ChangeEntry) => {
  const row = (after ?? before)!;
  if (table === 'configs') return coveredConfigs.has(String(row.key));
  if (!coveredTables.has(camelCase(table))) return false;
  // The status of a domain is looked up, and the domain of a protected app belongs to that app.
  if (table === 'domains') return row.application_id === null && !(before && after);
  return (
    !before || !after || changedColumns(before, after).some(column => !uncoveredColumns.includes(column))
  );
};

const isSwitch = ({ table, before, after }: ChangeEntry) =>
  table === 'configs' && (after ?? before)?.key === managedConfigKey;

type Person = { kind: string; scopes: ReadonlySet<string> };

/**
 * People change nothing that files cover while the configuration is managed as code: not on a screen, by an import, a
 * promotion or an undo. Administrators can end that.
 */
export const createManagedGuard =
  ({ kind, scopes }: Person) =>
  async (db: Kysely<Tables>, entries: readonly ChangeEntry[]) => {
    if (kind !== 'user') return;
    const isAdministrator = scopes.has('all') || scopes.has('manage:tenant');
    if (!isAdministrator && entries.some(isSwitch)) throw new RequestError('auth.forbidden');
    if (!entries.some(isCovered)) return;
    const repository = await readRepository(db);
    if (repository !== null) throw new RequestError('bundle.managed_as_code', { data: { repository } });
  };
