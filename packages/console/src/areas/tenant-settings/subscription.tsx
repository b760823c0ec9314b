import { NotFound } from '../../shell/not-found.tsx';
import { AddOnNotice } from './add-on-notice.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { usePaysForTenant } from './layout.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import { UsageCards } from './usage-cards.tsx';

export const TenantSubscription = () => {
  if (!usePaysForTenant()) return <NotFound />;
  return (
    <>
      <AddOnNotice />
      <CurrentPlan />
      <UsageCards />
      <PlanComparison />
    </>
  );
};
