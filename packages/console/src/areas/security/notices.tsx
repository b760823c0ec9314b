import { securityNoticeTypes } from '@gatehouse/contract/email-templates.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { useT } from '../../phrases.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import { MissingConnectors } from '../../templates/missing-connectors.tsx';
import type { useSignInForm } from '../../templates/sign-in-settings.tsx';
import type { GeneralValues } from './general-fields.ts';
/** Emails to users about changes to their account. */
export const Notices = ({ form }: { form: ReturnType<typeof useSignInForm<GeneralValues>> }) => {
  const t = useT();
  return (
    <FormSection title={t('security.notices_title')} help={t('security.notices_help')}>
      <MissingConnectors needed={['Email']} text={t('security.notices_no_connector')} />
      {securityNoticeTypes.map(type => (
        <FormSwitch
          key={type}
          form={form}
          name={`securityNotices.${type}`}
          label={t(`security_notices.${type}`)}
        />
      ))}
    </FormSection>
  );
};
