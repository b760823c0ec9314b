import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { FormLines } from '../../templates/form-lines.tsx';
import type { SettingsForm } from './settings-fields.ts';
import { UnusableUris } from './unusable-uris.tsx';
import { WildcardUris } from './wildcard-uris.tsx';

/** The redirect URIs, and the endpoint that is notified of sign-outs. */
export const Redirects = ({ form }: { form: SettingsForm }) => {
  const t = useT();
  const { type, oidcClientMetadata } = useEntity<ApplicationDetail>();
  const isNative = type === 'Native';
  return (
    <>
      <FormSection title={t('applications.redirects.title')} help={t('applications.redirects.help')}>
        {oidcClientMetadata.redirectUris.length === 0 && (
          <Callout tone="warning">{t('applications.redirects.none')}</Callout>
        )}
        <UnusableUris form={form} />
        <WildcardUris form={form} />
        <FormLines
          form={form}
          name="oidcClientMetadata.redirectUris"
          label={t('applications.redirects.redirect_uris')}
          term="redirect_uri"
          help={t(
            isNative ? 'applications.redirects.native_help' : 'applications.redirects.redirect_uris_help',
          )}
          placeholder={t(
            isNative ? 'applications.redirects.native_placeholder' : 'applications.redirects.placeholder',
          )}
          addLabel={t('applications.redirects.add')}
        />
        <FormLines
          form={form}
          name="oidcClientMetadata.postLogoutRedirectUris"
          label={t('applications.redirects.sign_out_uris')}
          help={t('applications.redirects.sign_out_uris_help')}
          placeholder={t(
            isNative
              ? 'applications.redirects.native_placeholder'
              : 'applications.redirects.sign_out_placeholder',
          )}
          addLabel={t('applications.redirects.add')}
          isOptional
        />
        <FormLines
          form={form}
          name="customClientMetadata.corsAllowedOrigins"
          label={t('applications.redirects.cors')}
          help={t('applications.redirects.cors_help')}
          placeholder={t('applications.redirects.cors_placeholder')}
          addLabel={t('applications.redirects.add_origin')}
          isOptional
        />
      </FormSection>
      <FormSection title={t('applications.backchannel.title')} help={t('applications.backchannel.help')}>
        <FormField
          form={form}
          name="oidcClientMetadata.backchannelLogoutUri"
          label={t('applications.backchannel.uri')}
          placeholder={t('applications.backchannel.placeholder')}
          inputMode="url"
          isMono
          isOptional
        />
        <FormSwitch
          form={form}
          name="oidcClientMetadata.backchannelLogoutSessionRequired"
          label={t('applications.backchannel.session')}
          help={t('applications.backchannel.session_help')}
        />
      </FormSection>
    </>
  );
};
