import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { lazy, Suspense } from 'react';
import { isCloud } from '../bootstrap.ts';

const PlanLimit = lazy(() =>
  import('../cloud/notices/plan-limit.tsx').then(module => ({ default: module.PlanLimit })),
);

/** Where the plan has no room for one more: says so, and leads to the plans that have. Only the cloud has plans. */
export const QuotaNotice = (props: { feature: QuotaKey; used: number }) =>
  isCloud && (
    <Suspense>
      <PlanLimit {...props} />
    </Suspense>
  );
