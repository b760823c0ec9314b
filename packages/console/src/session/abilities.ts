import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { createContext, use } from 'react';

export type Abilities = {
  mayWrite: boolean;
  mayDelete: boolean;
  mayInvite: boolean;
  /** Whether the plan has room for one more. Callers count what the server does not count. */
  hasRoom: (feature: QuotaKey, used?: number) => boolean;
};

/** Self-hosted tenants have neither plans nor people who may only look. */
export const withoutPlan: Omit<Abilities, 'mayInvite'> = {
  mayWrite: true,
  mayDelete: true,
  hasRoom: () => true,
};

const AbilitiesContext = createContext<Abilities>({ ...withoutPlan, mayInvite: false });

export const AbilitiesProvider = AbilitiesContext.Provider;

/** Actions that the user's role and the tenant's plan allow. */
export const useAbilities = () => use(AbilitiesContext);
