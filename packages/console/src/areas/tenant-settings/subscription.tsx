import { useRefreshAfterPayment } from '../../cloud/customer-portal.ts';
import { NotFound } from '../../not-found.tsx';
import { AddOnNotice } from './add-on-notice.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { usePaysForTenant } from './layout.tsx';
import { PlanChoices } from './plan-choices.tsx';
import { PlanComparison } from './plan-comparison.tsx';
import { UsageTable } from './usage-table.tsx';

/** The plan and what can be done about it come first, what it is used for and what it has after. */
export const TenantSubscription = () => {
  useRefreshAfterPayment();
  if (!usePaysForTenant()) return <NotFound />;
  return (
    <>
      <CurrentPlan />
      <PlanChoices />
      <AddOnNotice />
      <UsageTable />
      <PlanComparison />
    </>
  );
};
