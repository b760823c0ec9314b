import type { AdminConsoleConfig } from '@gatehouse/contract/configs.ts';
import type { Kysely } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** The key of the settings row that stores the console's state for the whole tenant. */
export const consoleConfigKey = 'adminConsole';

const untouched: AdminConsoleConfig = { signInExperienceCustomized: false, organizationCreated: false };

export const readConsoleConfig = async (db: Kysely<Tables>): Promise<AdminConsoleConfig> => {
  const row = await db
    .selectFrom('configs')
    .select('value')
    .where('key', '=', consoleConfigKey)
    .executeTakeFirst();
  return { ...untouched, ...(row?.value as Partial<AdminConsoleConfig> | undefined) };
};

export const updateConsoleConfig = async (tx: Write, patch: Partial<AdminConsoleConfig>) => {
  const value = { ...(await readConsoleConfig(tx.db)), ...patch };
  const updated = await tx.update('configs', { key: consoleConfigKey }, { value });
  if (!updated) await tx.insert('configs', { key: consoleConfigKey, value });
  return value;
};
