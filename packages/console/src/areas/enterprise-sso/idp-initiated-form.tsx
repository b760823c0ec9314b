import { type ApplicationType, applications } from '@gatehouse/contract/applications.ts';
import { type IdpInitiatedAuthConfig, idpInitiatedAuth } from '@gatehouse/contract/idp-initiated-auth.ts';
import { webRedirectUri } from '@gatehouse/contract/redirect-uris.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CustomDataField, customDataText } from '../../templates/custom-data-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';

const ways = ['direct', 'client'] as const;
const initiatedFields = z
  .object({
    isOn: z.boolean(),
    way: z.enum(ways),
    defaultApplicationId: z.string(),
    redirectUri: z.string(),
    authParameters: customDataText,
    clientIdpInitiatedAuthCallbackUri: z.string(),
  })
  .check(({ value, issues }) => {
    if (!value.isOn) return;
    const require = (name: 'defaultApplicationId' | 'clientIdpInitiatedAuthCallbackUri', isFine: boolean) => {
      if (isFine) return;
      const message = value[name] ? 'validation.web_redirect_uri' : 'validation.required';
      issues.push({ code: 'custom', path: [name], message, input: value });
    };
    require('defaultApplicationId', value.defaultApplicationId !== '');
    if (value.way === 'client') {
      const { success } = webRedirectUri.safeParse(value.clientIdpInitiatedAuthCallbackUri);
      require('clientIdpInitiatedAuthCallbackUri', success);
    }
  });
type InitiatedValues = z.infer<typeof initiatedFields>;

const mostApplications = 100;
const signInTypes: ApplicationType[] = ['Traditional', 'SPA'];

type IdpInitiatedFormProps = { connectorId: string; config: IdpInitiatedAuthConfig | undefined };

export const IdpInitiatedForm = ({ connectorId, config }: IdpInitiatedFormProps) => {
  const t = useT();
  const upsert = useWrite(idpInitiatedAuth.upsert);
  const remove = useWrite(idpInitiatedAuth.delete);
  const params = { id: connectorId };
  const form = useEditForm({
    schema: initiatedFields,
    values: valuesOf(config),
    savedMessage: t('enterprise_sso.saved'),
    save: async values => {
      if (values.isOn) return upsert.mutateAsync({ params, body: bodyOf(values) });
      if (config) return remove.mutateAsync({ params });
    },
  });
  const isOn = form.watch('isOn');
  return (
    <EditForm form={form} feature="idpInitiatedSsoEnabled">
      <FormSection title={t('enterprise_sso.initiated.title')} help={t('enterprise_sso.initiated.help')}>
        <FormSwitch
          form={form}
          name="isOn"
          label={t('enterprise_sso.initiated.allow')}
          help={t('enterprise_sso.initiated.risk')}
        />
      </FormSection>
      {isOn && <DestinationSection form={form} />}
    </EditForm>
  );
};

type DestinationProps = { form: Form<InitiatedValues> };

/** The application users are sent to, and the side that starts the authorization request. */
const DestinationSection = ({ form }: DestinationProps) => {
  const t = useT();
  const { data: found } = useRead(applications.list, {
    query: { types: signInTypes },
    page: 1,
    pageSize: mostApplications,
  });
  const [way, defaultApplicationId] = useWatch({
    control: form.control,
    name: ['way', 'defaultApplicationId'],
  });
  const usable = (found?.[0] ?? []).filter(({ type }) => way === 'client' || type === 'Traditional');
  const chosen = usable.find(({ id }) => id === defaultApplicationId);
  const redirectUris = chosen?.oidcClientMetadata.redirectUris ?? [];
  return (
    <FormSection title={t('enterprise_sso.initiated.where')} help={t('enterprise_sso.initiated.where_help')}>
      <FormField form={form} name="way" label={t('enterprise_sso.initiated.way')}>
        {field => (
          <RadioCards
            {...field}
            options={ways.map(value => ({
              value,
              title: t(`enterprise_sso.initiated.ways.${value}`),
              description: t(`enterprise_sso.initiated.way_texts.${value}`),
            }))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="defaultApplicationId"
        label={t('enterprise_sso.initiated.application')}
        help={t(`enterprise_sso.initiated.application_help.${way}`)}
      >
        {field => <Select {...field} options={usable.map(({ id, name }) => ({ value: id, label: name }))} />}
      </FormField>
      {way === 'direct' ? (
        <DirectSignIn form={form} redirectUris={redirectUris} />
      ) : (
        <FormField
          form={form}
          name="clientIdpInitiatedAuthCallbackUri"
          label={t('enterprise_sso.initiated.callback_uri')}
          help={t('enterprise_sso.initiated.callback_uri_help')}
          placeholder={t('enterprise_sso.initiated.callback_uri_placeholder')}
          inputMode="url"
          isMono
        />
      )}
    </FormSection>
  );
};

const DirectSignIn = ({ form, redirectUris }: DestinationProps & { redirectUris: readonly string[] }) => {
  const t = useT();
  return (
    <>
      <FormField
        form={form}
        name="redirectUri"
        label={t('enterprise_sso.initiated.redirect_uri')}
        help={t('enterprise_sso.initiated.redirect_uri_help')}
        isOptional
      >
        {field => (
          <Select
            {...field}
            options={[
              { value: '', label: t('enterprise_sso.initiated.first_redirect_uri') },
              ...redirectUris.map(uri => ({ value: uri, label: uri })),
            ]}
          />
        )}
      </FormField>
      <CustomDataField form={form} name="authParameters" label={t('enterprise_sso.initiated.parameters')} />
    </>
  );
};

const valuesOf = (config: IdpInitiatedAuthConfig | undefined): InitiatedValues => ({
  isOn: config !== undefined,
  way: config?.autoSendAuthorizationRequest === false ? 'client' : 'direct',
  defaultApplicationId: config?.defaultApplicationId ?? '',
  redirectUri: config?.redirectUri ?? '',
  authParameters: JSON.stringify(config?.authParameters ?? {}, undefined, 2),
  clientIdpInitiatedAuthCallbackUri: config?.clientIdpInitiatedAuthCallbackUri ?? '',
});

const bodyOf = ({ way, defaultApplicationId, ...values }: InitiatedValues) =>
  way === 'direct'
    ? {
        autoSendAuthorizationRequest: true as const,
        defaultApplicationId,
        ...(values.redirectUri ? { redirectUri: values.redirectUri } : {}),
        authParameters: JSON.parse(values.authParameters),
      }
    : {
        autoSendAuthorizationRequest: false as const,
        defaultApplicationId,
        clientIdpInitiatedAuthCallbackUri: values.clientIdpInitiatedAuthCallbackUri,
      };
