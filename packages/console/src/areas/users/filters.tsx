import { dayMs } from '@gatehouse/contract/duration.ts';
import { useT } from '../../phrases.tsx';
import type { Filter } from '../../templates/list-address.ts';
import { AdvancedSearch } from './advanced-search.tsx';
import { queryOfConditions } from './search-conditions.ts';

/** Whole days, so that the same question is asked until midnight. */
const daysAgo = (days: number) => Math.floor(Date.now() / dayMs - days) * dayMs;

export const useUserFilters = (): Filter[] => {
  const t = useT();
  return [
    {
      name: 'where',
      label: t('users.advanced.title'),
      isSearch: true,
      query: queryOfConditions,
      control: (value, onChange) => <AdvancedSearch value={value} onChange={onChange} />,
    },
    {
      name: 'suspended',
      queryName: 'isSuspended',
      label: t('users.status'),
      options: [
        { value: 'false', label: t('users.active') },
        { value: 'true', label: t('users.suspended') },
      ],
    },
    {
      name: 'mfa',
      queryName: 'hasMfa',
      label: t('users.views.mfa'),
      options: [
        { value: 'true', label: t('users.views.with_mfa') },
        { value: 'false', label: t('users.views.without_mfa') },
      ],
    },
    {
      name: 'signed-in',
      queryName: 'hasSignedIn',
      label: t('users.last_sign_in'),
      options: [
        { value: 'true', label: t('users.views.has_signed_in') },
        { value: 'false', label: t('users.views.never_signed_in') },
      ],
    },
    {
      name: 'created',
      label: t('general.created'),
      query: days => ({ createdAfter: daysAgo(Number(days)) }),
      options: ['7', '30', '90'].map(days => ({
        value: days,
        label: t('users.views.last_days', { count: Number(days) }),
      })),
    },
  ];
};
