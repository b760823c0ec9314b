import { type SsoConnectorWithProvider, ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';

/**
 * Details that the identity provider publishes, with a button to fetch them again, or the reason they could not be
 * fetched.
 */
export const CheckConnection = ({ children }: { children: ReactNode }) => {
  const t = useT();
  const toast = useToast();
  const { id, config, providerProblem } = useEntity<SsoConnectorWithProvider>();
  const { refetch, isFetching } = useRead(ssoConnectors.read, { params: { id } }, { hideErrors: true });
  const check = async () => {
    const { data } = await refetch();
    if (data && !data.providerProblem) toast.success(t('enterprise_sso.check.reached'));
  };
  const isEmpty = Object.keys(config).length === 0;
  return (
    <FormSection
      title={t('enterprise_sso.check.title')}
      help={t(isEmpty ? 'enterprise_sso.check.not_yet' : 'enterprise_sso.check.help')}
    >
      {providerProblem && (
        <Callout tone="danger" title={t('enterprise_sso.check.failed')}>
          {providerProblem}
        </Callout>
      )}
      {!providerProblem && !isEmpty && children}
      <div>
        <Button icon={<PlugZap />} disabled={isEmpty} isLoading={isFetching} onClick={() => void check()}>
          {t('enterprise_sso.check.action')}
        </Button>
      </div>
    </FormSection>
  );
};
