import { minuteMs } from '@gatehouse/contract/duration.ts';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../domain/networks.ts';

const windowMs = 10 * minuteMs;
const perAddress = 60;
const perTenant = 600;
/** A user who answers every question there is takes fewer. */
const perSignIn = 50;
/** Sign-ins that are counted: those with the oldest steps are forgotten first. */
const mostSignIns = 50_000;

/** Rows that scripts can cause as fast as they can send requests, up to a limit in a while. */
export const createBudget = () => {
  let since = Date.now();
  const byTenant = new Map<string, { count: number; byNetwork: Map<string, number> }>();
  const bySignIn = new LRUCache<string, number>({ max: mostSignIns });

  const renew = () => {
    if (Date.now() - since <= windowMs) return;
    byTenant.clear();
    bySignIn.clear();
    since = Date.now();
  };

  return {
    /** One of a stranger. */
    takesOne(tenantId: string, ip: string) {
      renew();
      const known = byTenant.get(tenantId) ?? { count: 0, byNetwork: new Map() };
      byTenant.set(tenantId, known);
      const network = networkOf(ip);
      const ofNetwork = known.byNetwork.get(network) ?? 0;
      if (known.count >= perTenant || ofNetwork >= perAddress) return false;
      known.count += 1;
      known.byNetwork.set(network, ofNetwork + 1);
      return true;
    },
    /** One of a sign-in, of a stranger or not. */
    takesStep(signInId: string) {
      renew();
      const count = bySignIn.get(signInId) ?? 0;
      if (count >= perSignIn) return false;
      bySignIn.set(signInId, count + 1);
      return true;
    },
  };
};
