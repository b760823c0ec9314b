import type { Tenant } from '@gatehouse/contract/tenants.ts';
import { createContext } from 'react';
/** Empty in the self-hosted edition, whose one tenant nobody chooses. */
export const TenantsContext = createContext<readonly Tenant[]>([]);
