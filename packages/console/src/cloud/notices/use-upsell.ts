import { isWithinQuota } from '@gatehouse/contract/quota.ts';
import { useLocation } from '@tanstack/react-router';
import { usePreferences } from '../../session/preferences.tsx';
import { useCurrentTenant } from '../current-tenant.ts';
import { upsells } from './upsell-table.ts';

/** The feature of another plan to offer on this screen, unless the user dismissed the offer. */
export const useUpsell = () => {
  const { tenant, usage } = useCurrentTenant();
  const { preferences } = usePreferences();
  const screen = useLocation().pathname.split('/').slice(2).join('/');
  if (!preferences || tenant.tag === 'development') return;
  return upsells.find(({ path, flag, feature }) => {
    if (screen !== path && !screen.startsWith(`${path}/`)) return false;
    const fits = isWithinQuota({
      limit: usage.quota[feature],
      usage: Number(usage.usage[feature]),
      isStrict: true,
    });
    return !fits && !preferences[flag];
  });
};
