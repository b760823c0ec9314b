import { type ComponentType, createContext, Suspense, use } from 'react';
import type { PlanLimitProps } from './plan-limit-props.ts';

/** Says that a plan has no room, where there are plans. */
export const PlanLimitContext = createContext<ComponentType<PlanLimitProps> | undefined>(undefined);

/** Explains that the plan's quota is used up, with a link to plans that include more. */
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
