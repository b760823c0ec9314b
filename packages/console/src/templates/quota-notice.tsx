import { type ComponentType, createContext, Suspense, use } from 'react';
import type { PlanLimitProps } from './plan-limit-props.ts';

/** Says that a plan has no room, where there are plans. */
export const PlanLimitContext = createContext<ComponentType<PlanLimitProps> | undefined>(undefined);

/** Where the plan has no room for one more: says so, and leads to the plans that have. */
export const QuotaNotice = (props: PlanLimitProps) => {
  const PlanLimit = use(PlanLimitContext);
  return (
    PlanLimit && (
      <Suspense>
        <PlanLimit {...props} />
      </Suspense>
    )
  );
};
