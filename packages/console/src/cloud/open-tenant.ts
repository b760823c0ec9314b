import { useGoTo } from '../link.tsx';
import { useOnboarding } from './onboarding-state.ts';

/** Selects a tenant: goes to it, and to it again next time. */
export const useOpenTenant = ({ go }: { go?: (href: string) => void } = {}) => {
  const goTo = useGoTo();
  const { rememberTenant } = useOnboarding();
  return (tenantId: string) => {
    void rememberTenant(tenantId).catch(() => undefined);
    (go ?? goTo)(`/${tenantId}`);
  };
};
