import { connectors } from '@gatehouse/contract/connectors.ts';
import { ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { PreviewSubject } from '@gatehouse/ui/split-view.tsx';
import { useController } from 'react-hook-form';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT, useTranslation } from '../../phrases.tsx';
import { FormField, FormSwitch, useLabel } from '../../templates/form-field.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { OrderedChoices } from '../../templates/ordered-choices.tsx';
import type { SignUpForm } from './sign-up-fields.ts';

/** Social and enterprise accounts. */
export const OutsideSection = ({ form }: { form: SignUpForm }) => {
  const { t, language } = useTranslation();
  const { field } = useController({ control: form.control, name: 'socialSignInConnectorTargets' });
  const { data = [] } = useRead(connectors.list, {});
  const { data: enterprises } = useRead(ssoConnectors.list, {});
  const social = data.filter(({ type }) => type === 'Social');
  const targets = [...new Set(social.map(({ target }) => target))];
  const nameOf = (target: string) => {
    const name = social.find(connector => connector.target === target)?.name;
    return name?.[language] ?? name?.en ?? target;
  };
  useLabel(form, 'socialSignInConnectorTargets', t('sign_in_experience.outside.social'));
  return (
    <FormSection title={t('sign_in_experience.outside.title')} help={t('sign_in_experience.outside.help')}>
      <PreviewSubject part="social">
        <LabelledGroup
          label={t('sign_in_experience.outside.social')}
          help={t('sign_in_experience.outside.social_help')}
        >
          <OrderedChoices
            items={field.value}
            keyOf={target => target}
            nameOf={nameOf}
            choices={targets}
            itemOf={target => target}
            onChange={field.onChange}
            addLabel={t('sign_in_experience.outside.add')}
            emptyText={t(`sign_in_experience.outside.${targets.length > 0 ? 'empty' : 'no_connectors'}`)}
          />
        </LabelledGroup>
      </PreviewSubject>
      {targets.length === 0 && (
        <div>
          <Button size="small" href={paths.area('connectors')}>
            {t('sign_in_experience.outside.to_connectors')}
          </Button>
        </div>
      )}
      <FormSwitch
        form={form}
        name="socialSignIn.automaticAccountLinking"
        label={t('sign_in_experience.outside.linking')}
        help={t('sign_in_experience.outside.linking_help')}
      />
      <FormSwitch
        form={form}
        name="socialSignIn.skipRequiredIdentifiers"
        label={t('sign_in_experience.outside.skip')}
        help={t('sign_in_experience.outside.skip_help')}
      />
      <PreviewSubject part="enterprise">
        <FormSwitch
          form={form}
          name="singleSignOnEnabled"
          label={t('sign_in_experience.outside.sso')}
          help={t('sign_in_experience.outside.sso_help')}
        />
      </PreviewSubject>
      {form.watch('singleSignOnEnabled') && enterprises?.length === 0 && <NoConnections />}
      <FormField
        form={form}
        name="unknownSessionRedirectUrl"
        label={t('sign_in_experience.outside.unknown_session')}
        help={t('sign_in_experience.outside.unknown_session_help')}
        placeholder={t('sign_in_experience.examples.site')}
        inputMode="url"
        isOptional
      />
    </FormSection>
  );
};

const NoConnections = () => {
  const t = useT();
  return (
    <Callout
      tone="warning"
      action={
        <Button size="small" href={paths.area('enterprise-sso')}>
          {t('sign_in_experience.outside.to_sso')}
        </Button>
      }
    >
      {t('sign_in_experience.outside.no_sso')}
    </Callout>
  );
};
