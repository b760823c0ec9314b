import { managementAudience } from '@gatehouse/contract/dialect.ts';
import type { Environment } from '../env.ts';
/** The audience of a tenant's management API; the pattern can be overridden to serve scripts of the dialect unchanged. */
export const audienceOf = (env: Pick<Environment, 'GATEHOUSE_MANAGEMENT_AUDIENCE'>, tenantId: string) =>
  env.GATEHOUSE_MANAGEMENT_AUDIENCE?.replace('{tenantId}', tenantId) ?? managementAudience(tenantId);
