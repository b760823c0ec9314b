import type { applicationConsent } from '@gatehouse/contract/application-consent.ts';
import { cimd } from '@gatehouse/contract/cimd.ts';
import { clientRegistrations } from '@gatehouse/contract/client-registration.ts';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { Ceilings } from './permissions.tsx';
import { ClientRegistration } from './registration.tsx';

/** One ceiling for all of them: its rows are those of one application without naming any. */
const rows = cimd as unknown as typeof applicationConsent;

/** Applications without a registration, and the permissions they can request. */
export const UnregisteredApplications = () => {
  const t = useT();
  const toast = useToast();
  const { data, failure } = useReadOrFailure(cimd.readConfig, {});
  const { mutate: update, isPending } = useWrite(cimd.updateConfig);
  const set = (enabled: boolean) =>
    update(
      { body: { enabled } },
      {
        onSuccess: () => toast.success(t(enabled ? 'applications.cimd.opened' : 'applications.cimd.closed')),
      },
    );
  const registration = useReadOrFailure(clientRegistrations.readConfig, {});
  if (!data || !registration.data) return failure ?? registration.failure;
  const isOpen = data.enabled || registration.data.mode !== 'Off';
  return (
    <FormSections>
      <FormSection title={t('applications.cimd.title')} help={t('applications.cimd.help')}>
        <Switch
          label={t('applications.cimd.switch')}
          help={t('applications.cimd.switch_help')}
          value={data.enabled}
          onChange={set}
          disabled={isPending}
        />
      </FormSection>
      <ClientRegistration config={registration.data} />
      {isOpen && (
        <Ceilings
          asking={{ of: 'all', name: t('applications.permissions.of_all.name'), applicationId: '', rows }}
        />
      )}
    </FormSections>
  );
};
