import { useAbilities } from '../../session/abilities.ts';
import { MigrationNotice } from './migration-notice.tsx';
import { PlanModal } from './plan-modal.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { UpsellNotice } from './upsell-notice.tsx';
import { useUrgentNotice } from './urgent-notice.ts';

/** Notices about the state of the tenant: at most one on top of the page, and one line above it. */
export const TenantNotices = () => {
  const { mayWrite } = useAbilities();
  const { notice, dismiss } = useUrgentNotice();
  return (
    <>
      {mayWrite ? <UpsellNotice /> : <ReadOnlyNotice />}
      {notice ? <PlanModal key={notice} notice={notice} onClose={dismiss} /> : <MigrationNotice />}
    </>
  );
};
