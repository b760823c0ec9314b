import { type ApplicationDetail, confidentialTypes } from '@gatehouse/contract/applications.ts';
import { securityProfiles } from '@gatehouse/contract/client-metadata.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { useWatch } from 'react-hook-form';
import { GlossaryTerm } from '../../glossary-term.tsx';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import type { SettingsForm } from './settings-fields.ts';

/** The least that requests of this application must offer. */
export const SecurityProfile = ({ form }: { form: SettingsForm }) => {
  const t = useT();
  const { type } = useEntity<ApplicationDetail>();
  const isConfidential = confidentialTypes.includes(type);
  const [profile, jwks] = useWatch({
    control: form.control,
    name: ['customClientMetadata.securityProfile', 'customClientMetadata.jwks'],
  });
  // Public clients cannot keep a key to sign with.
  const offered = securityProfiles.filter(each => isConfidential || each !== 'Fapi2' || profile === 'Fapi2');
  return (
    <FormSection title={t('applications.security.title')} help={t('applications.security.help')}>
      <FormField
        form={form}
        name="customClientMetadata.securityProfile"
        label={t('applications.security.profile')}
      >
        {field => (
          <RadioCards
            {...field}
            minWidth="200px"
            options={offered.map(each => ({
              value: each,
              title: t(`applications.security.profiles.${each}`),
              description: t(`applications.security.profile_texts.${each}`),
            }))}
          />
        )}
      </FormField>
      {profile === 'Fapi2' && jwks.trim() === '' && (
        <Callout tone="warning">{t('applications.security.keys_needed')}</Callout>
      )}
      {type === 'Traditional' && profile === 'Standard' && (
        <FormSwitch
          form={form}
          name="isPkceRequired"
          label={t('applications.security.pkce')}
          help={
            <>
              {t('applications.security.pkce_help')}{' '}
              <GlossaryTerm id="pkce">{t('applications.security.pkce')}</GlossaryTerm>
            </>
          }
        />
      )}
      {isConfidential && (
        <FormField
          form={form}
          name="customClientMetadata.jwks"
          label={t('applications.security.jwks')}
          help={t('applications.security.jwks_help')}
          isOptional
        >
          {field => <TextArea {...field} isMono rows={4} />}
        </FormField>
      )}
    </FormSection>
  );
};
