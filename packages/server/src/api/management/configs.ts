import type { configs as rows } from '@gatehouse/contract/configs.ts';
import { consoleConfigKey, readConsoleConfig, updateConsoleConfig } from '../../domain/console-config.ts';
import { isReadyForProduction } from '../../domain/tenant-production.ts';
import type { Handlers } from '../../http/implement.ts';

export const configs: Handlers<typeof rows> = {
  async readAdminConsole({ db, services }) {
    const config = await readConsoleConfig(db);
    const { developmentTenantMigrationNotification: told } = config;
    if (told || services.env.GATEHOUSE_EDITION !== 'cloud' || !(await isReadyForProduction(db)))
      return config;
    const offer = { isPaidTenant: false, tag: 'development' } as const;
    return { ...config, developmentTenantMigrationNotification: offer };
  },

  async updateAdminConsole({ tx, body }) {
    const value = await updateConsoleConfig(tx, body);
    tx.object('config', consoleConfigKey);
    return value;
  },
};
