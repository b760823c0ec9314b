import { useAbilities } from '../../session/abilities.ts';
import { useCurrentTenant } from '../current-tenant.ts';
import { MigrationNotice } from './migration-notice.tsx';
import { PlanModal } from './plan-modal.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { UpsellNotice } from './upsell-notice.tsx';
import { useUrgentNotice } from './urgent-notice.ts';

/** Notices about the state of the tenant: at most one on top of the page, and one line above it. */
export const TenantNotices = () => {
  const { isReader } = useAbilities();
  const { may } = useCurrentTenant();
  const { notice, dismiss } = useUrgentNotice();
  return (
    <>
      {isReader && !may('manage:billing') ? <ReadOnlyNotice /> : <UpsellNotice />}
      {notice ? <PlanModal key={notice} notice={notice} onClose={dismiss} /> : <MigrationNotice />}
    </>
  );
};
