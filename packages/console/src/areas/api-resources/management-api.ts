import { managementAudience } from '@gatehouse/contract/dialect.ts';
import type { Resource } from '@gatehouse/contract/resources.ts';

/** The tenant's own management API is listed, but belongs to the product. */
export const isManagementApi = ({ indicator, tenantId }: Resource) =>
  indicator === managementAudience(tenantId);
