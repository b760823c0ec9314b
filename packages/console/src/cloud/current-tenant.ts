import type { Answer } from '@gatehouse/contract/endpoint.ts';
import type { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import type { Tenant } from '@gatehouse/contract/tenants.ts';
import { createContext, use } from 'react';
import type { Duty } from '../session/membership.tsx';
/** The tenant in the address, with its plan, what it uses, and what the signed-in person may do in it. */
export const useCurrentTenant = () => {
  const current = use(CurrentTenantContext);
  if (!current) throw new Error('TenantGate is missing.');
  return current;
};

export type CurrentTenant = {
  tenant: Tenant;
  subscription: Answer<typeof subscriptions.read>;
  usage: Answer<typeof subscriptions.usage>;
  periodic: Answer<typeof subscriptions.periodicUsage>;
  may: (permission: Duty) => boolean;
};

export const CurrentTenantContext = createContext<CurrentTenant | undefined>(undefined);
