import { NotFound } from '../../shell/not-found.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { usePaysForTenant } from './layout.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import { UsageCards } from './usage-cards.tsx';

export const TenantSubscription = () => {
  if (!usePaysForTenant()) return <NotFound />;
  return (
    <>
      <CurrentPlan />
      <UsageCards />
      <PlanComparison />
    </>
  );
};
