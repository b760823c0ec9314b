import type { Tenant } from '@gatehouse/contract/tenants.ts';
import { createContext } from 'react';
/** Empty in the self-hosted edition, which has one tenant. */
export const TenantsContext = createContext<readonly Tenant[]>([]);
