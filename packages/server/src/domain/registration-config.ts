import { type RegistrationConfig, registrationLimits } from '@gatehouse/contract/client-registration.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { readConfig, registrationConfigKey } from './oidc-config.ts';

export const loadRegistrationConfig = async (db: Kysely<Tables>): Promise<RegistrationConfig> => ({
  mode: 'Off',
  maximumClients: registrationLimits.clients.usual,
  unusedDays: registrationLimits.unusedDays.usual,
  redirectHosts: [],
  ...((await readConfig(db, registrationConfigKey)) as Partial<RegistrationConfig> | undefined),
});
