import type { AdminConsoleConfig, configs as rows } from '@gatehouse/contract/configs.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Handlers } from '../../http/implement.ts';

const key = 'adminConsole';
const untouched: AdminConsoleConfig = { signInExperienceCustomized: false, organizationCreated: false };

export const configs: Handlers<typeof rows> = {
  readAdminConsole: ({ db }) => readConfig(db),

  async updateAdminConsole({ tx, db, body }) {
    const value = { ...(await readConfig(db)), ...body };
    const updated = await tx.update('configs', { key }, { value });
    if (!updated) await tx.insert('configs', { key, value });
    tx.object('config', key);
    return value;
  },
};

const readConfig = async (db: Kysely<Tables>): Promise<AdminConsoleConfig> => {
  const row = await db.selectFrom('configs').select('value').where('key', '=', key).executeTakeFirst();
  return { ...untouched, ...(row?.value as Partial<AdminConsoleConfig> | undefined) };
};
