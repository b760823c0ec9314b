import { isMauExceeded, isTokenExceeded } from '@gatehouse/contract/usage.ts';
import { useState } from 'react';
import { storageKeys } from '../../session/storage.ts';
import { useCurrentTenant } from '../current-tenant.ts';
export type UrgentNotice = 'overdue' | 'mau_exceeded' | 'token_exceeded';

const readDismissed = (): string[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKeys.dismissedNotices) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
};

/** The first of what must be said about a paying or free tenant; what was closed stays closed for this session. */
export const useUrgentNotice = () => {
  const { tenant, subscription, usage, periodic } = useCurrentTenant();
  const [dismissed, setDismissed] = useState(readDismissed);
  const { mauLimit, tokenLimit } = usage.quota;
  const applying: Record<UrgentNotice, boolean> = {
    overdue: tenant.openInvoices.length > 0,
    mau_exceeded: isMauExceeded(periodic.mauLimit, mauLimit),
    token_exceeded: isTokenExceeded(periodic.tokenLimit, tokenLimit, subscription.planId),
  };
  const keyOf = (notice: UrgentNotice) => `${tenant.id}:${notice}`;
  const notice =
    tenant.tag === 'development'
      ? undefined
      : (Object.keys(applying) as UrgentNotice[]).find(
          name => applying[name] && !dismissed.includes(keyOf(name)),
        );
  const dismiss = () => {
    if (!notice) return;
    const next = [...dismissed, keyOf(notice)];
    sessionStorage.setItem(storageKeys.dismissedNotices, JSON.stringify(next));
    setDismissed(next);
  };
  return { notice, dismiss };
};
