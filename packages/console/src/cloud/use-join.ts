import { receivedInvitations } from '@gatehouse/contract/tenant-members.ts';
import { type ErrorReporting, useWrite } from '../api.ts';
import { isCloud } from '../bootstrap.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';
import { signInAnew } from '../session/client.ts';
import { tenantList } from '../session/cloud-tenants.tsx';
import { useOnboarding } from './onboarding-state.ts';

/** The tenant that an organization of the admin tenant stands for. */
const tenantIdOfOrganization = (organizationId: string) => organizationId.replace(/^t-/, '');

type Options = ErrorReporting & { go?: (href: string) => void };

/** Accepts an invitation and opens its tenant. */
export const useJoin = ({ go, ...reporting }: Options = {}) => {
  const goTo = useGoTo();
  const { isDone, setDone, rememberTenant } = useOnboarding();
  const { mutateAsync: setStatus, isPending } = useWrite(receivedInvitations.setStatus, {
    door: 'cloud',
    ...reporting,
  });
  const join = async ({ id, organizationId }: { id: string; organizationId: string }) => {
    await setStatus({ params: { invitationId: id }, body: { status: 'Accepted' } });
    // The tokens of this sign-in are from before.
    if (!isCloud) return signInAnew({ returnTo: paths.home() });
    const tenantId = tenantIdOfOrganization(organizationId);
    if (!isDone) await setDone(true);
    await rememberTenant(tenantId);
    await tenantList.refresh();
    (go ?? goTo)(`/${tenantId}`);
  };
  return { join, isPending };
};
