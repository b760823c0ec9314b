import { lazy, Suspense } from 'react';
import { isCloud } from '../bootstrap.ts';
import type { PlanLimitProps } from '../cloud/notices/plan-limit.tsx';

const PlanLimit = lazy(() =>
  import('../cloud/notices/plan-limit.tsx').then(module => ({ default: module.PlanLimit })),
);

/** Where the plan has no room for one more: says so, and leads to the plans that have. Only the cloud has plans. */
export const QuotaNotice = (props: PlanLimitProps) =>
  isCloud && (
    <Suspense>
      <PlanLimit {...props} />
    </Suspense>
  );
