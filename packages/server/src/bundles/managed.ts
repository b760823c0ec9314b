import { actionTypes } from '@gatehouse/contract/actions.ts';
import type { ApprovalRule } from '@gatehouse/contract/configuration-control.ts';
import { type EntityKind, entities } from '@gatehouse/contract/entities.ts';
import { customizerKeys } from '@gatehouse/contract/jwt-customizers.ts';
import type { Kysely } from 'kysely';
import { camelCase } from '../database/catalog.ts';
import type { Database, Write } from '../database/database.ts';
import { changedColumns } from '../database/recorder.ts';
import type { ChangeEntry, Tables } from '../database/tables.ts';
import {
  cimdConfigKey,
  idTokenConfigKey,
  registrationConfigKey,
  sessionConfigKey,
} from '../domain/oidc-config.ts';
import { systemOrigin } from '../domain/origins.ts';
import { RequestError } from '../request-error.ts';
import { bundleKinds } from './kinds.ts';

const managedConfigKey = 'managedAsCode';
const approvalConfigKey = 'draftApproval';

export type Control = {
  /** The repository that the configuration is kept in, if only machines may change it. */
  repository: string | null;
  /** The changes that people make with the approval of another member. */
  approval: ApprovalRule;
};

/** The rules for everyone who changes the configuration. */
export const readControl = async (db: Kysely<Tables>): Promise<Control> => {
  const rows = await db
    .selectFrom('configs')
    .select(['key', 'value'])
    .where('key', 'in', [managedConfigKey, approvalConfigKey])
    .execute();
  const configOf = (wanted: string) => rows.find(({ key }) => key === wanted)?.value as Partial<Control>;
  return {
    repository: configOf(managedConfigKey)?.repository ?? null,
    approval: configOf(approvalConfigKey)?.approval ?? 'none',
  };
};

export const keepControl = async (tx: Write, { repository, approval }: Control) => {
  await keepConfig(tx, managedConfigKey, repository === null ? undefined : { repository });
  await keepConfig(tx, approvalConfigKey, approval === 'none' ? undefined : { approval });
  tx.object('bundle', managedConfigKey);
};

const keepConfig = async (tx: Write, key: string, value: Partial<Control> | undefined) => {
  const updated = value && (await tx.update('configs', { key }, { value }));
  if (value && !updated) await tx.insert('configs', { key, value });
  if (!value) await tx.delete('configs', { key });
};

/** For operators, when no member is left who could approve that it ends. */
export const endApprovals = (database: Database, tenantId: string) =>
  database.tenant(tenantId).write(systemOrigin('approvals end'), async tx => {
    const control = await readControl(tx.db);
    const wasOn = control.approval !== 'none';
    if (wasOn) await keepControl(tx, { ...control, approval: 'none' });
    return { wasOn };
  });

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

const isConfig =
  (key: string) =>
  ({ table, before, after }: ChangeEntry) =>
    table === 'configs' && (after ?? before)?.key === key;

const isManagedSwitch = isConfig(managedConfigKey);
const isApprovalSwitch = isConfig(approvalConfigKey);

type Writer = { kind: string; scopes: ReadonlySet<string> };

const isAdministrator = ({ scopes }: Writer) => scopes.has('all') || scopes.has('manage:tenant');

/** A published draft is approved with all that it does. Its undo brings configuration back, but not the rule itself. */
export type Approved = 'nothing' | 'configuration' | 'everything';

/**
 * People change nothing that files cover while the configuration is managed as code, or needs approval: not on a screen, by
 * an import, a promotion or an undo. Administrators can end that; without the approval of another member, the rule would
 * be worth nothing.
 */
export const createControlGuard =
  (writer: Writer, approved: Approved) => async (db: Kysely<Tables>, entries: readonly ChangeEntry[]) => {
    const isPerson = writer.kind === 'user';
    const rules = entries.filter(isApprovalSwitch);
    const isSwitch = rules.length > 0 || (isPerson && entries.some(isManagedSwitch));
    if (isSwitch && !isAdministrator(writer)) throw new RequestError('auth.forbidden');
    if (approved !== 'everything' && rules.some(({ before }) => before !== null))
      throw new RequestError('draft.required');
    if (!isPerson || !entries.some(isCovered)) return;
    const { repository, approval } = await readControl(db);
    if (repository !== null) throw new RequestError('bundle.managed_as_code', { data: { repository } });
    if (approval === 'everything' && approved === 'nothing') throw new RequestError('draft.required');
  };
