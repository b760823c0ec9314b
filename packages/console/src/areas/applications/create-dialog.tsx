import { application, applications } from '@gatehouse/contract/applications.ts';
import { siteName } from '@gatehouse/contract/client-metadata.ts';
import { protectedApps } from '@gatehouse/contract/protected-apps.ts';
import { origin } from '@gatehouse/contract/redirect-uris.ts';
import { samlBindings } from '@gatehouse/contract/saml.ts';
import { samlApplications } from '@gatehouse/contract/saml-applications.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import type { GuideId, GuideTarget } from '../../guides/catalogue.ts';
import { useTargetName } from '../../guides/target.tsx';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { siteAddress } from './endpoint-addresses.ts';
import { limitOf } from './quota.ts';
import { clearableAcsUrl, clearableEntityId } from './saml-fields.ts';

const typed = {
  name: application.shape.name,
  description: z.string(),
  protectedAppMetadata: z.object({ subDomain: z.string(), origin: z.string() }),
  entityId: z.string(),
  acsUrl: z.string(),
  customClientMetadata: z.object({ isDeviceFlow: z.boolean() }),
};
const schemas = {
  plain: z.object(typed),
  Protected: z.object({ ...typed, protectedAppMetadata: z.object({ subDomain: siteName, origin }) }),
  SAML: z.object({ ...typed, entityId: clearableEntityId, acsUrl: clearableAcsUrl }),
};
const blank = {
  name: '',
  description: '',
  protectedAppMetadata: { subDomain: '', origin: '' },
  entityId: '',
  acsUrl: '',
  customClientMetadata: { isDeviceFlow: false },
};
type Fields = z.infer<typeof schemas.plain>;

/** The name of a new application, and what its kind cannot be without. */
export const CreateDialog = ({
  target,
  onClose,
}: {
  target: GuideTarget & { id: GuideId };
  onClose: () => void;
}) => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const nameOf = useTargetName();
  const create = useCreate(target);
  const { type, group } = target;
  const schema = type === 'Protected' || type === 'SAML' ? schemas[type] : schemas.plain;
  const kind = t(`application_types.${group}`);
  const suggestion = target.name
    ? t('applications.name_suggestion', { framework: target.name.replace(/ \(.*\)$/, '') })
    : t('applications.name_suggestion_plain');
  return (
    <FormDialog<Fields>
      title={t('applications.create_named', { kind })}
      description={target.name && nameOf(target)}
      submitLabel={t('applications.create')}
      schema={schema}
      limit={() => ({ feature: limitOf(group) })}
      defaultValues={{ ...blank, name: suggestion }}
      onClose={onClose}
      submit={async fields => {
        const { id, name } = await create(fields);
        toast.success(t('applications.created', { name }));
        goTo(paths.applicationGuide(id, target.id));
      }}
    >
      {form => (
        <>
          <FormField form={form} name="name" label={t('general.name')}>
            {field => (
              <TextInput
                {...field}
                placeholder={t('applications.name_placeholder')}
                // Enter takes the suggestion, and typing replaces it.
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="description"
            label={t('general.description')}
            placeholder={t('applications.description_placeholder')}
            isOptional
          />
          {type === 'Native' && (
            <FormSwitch
              form={form}
              name="customClientMetadata.isDeviceFlow"
              label={t('applications.tokens.device')}
              help={t('applications.tokens.device_help')}
            />
          )}
          {type === 'Protected' && <ProtectedFields form={form} />}
          {type === 'SAML' && <SamlFields form={form} />}
        </>
      )}
    </FormDialog>
  );
};

const ProtectedFields = ({ form }: { form: UseFormReturn<Fields> }) => {
  const t = useT();
  const { data, error } = useRead(protectedApps.readSystem, {}, { hideErrors: true });
  const [subDomain = ''] = useWatch({ control: form.control, name: ['protectedAppMetadata.subDomain'] });
  const host = data && siteName.safeParse(subDomain).data?.toLowerCase();
  return (
    <>
      {error && (
        <Callout tone="warning" title={t('applications.protected.not_configured')}>
          {t('applications.protected.not_configured_text')}
        </Callout>
      )}
      <FormField
        form={form}
        name="protectedAppMetadata.subDomain"
        label={t('applications.protected.sub_domain')}
        help={
          host
            ? t('applications.protected.address_preview', {
                address: siteAddress(`${host}.${data.protectedApps.defaultDomain}`),
              })
            : t('applications.protected.sub_domain_help')
        }
        isMono
      />
      <FormField
        form={form}
        name="protectedAppMetadata.origin"
        label={t('applications.protected.origin')}
        help={t('applications.protected.origin_help')}
        placeholder={t('applications.protected.origin_placeholder')}
        inputMode="url"
        isMono
      />
    </>
  );
};

const SamlFields = ({ form }: { form: UseFormReturn<Fields> }) => {
  const t = useT();
  return (
    <>
      <FormField
        form={form}
        name="entityId"
        label={t('applications.saml.entity_id')}
        term="entity_id"
        help={t('applications.saml.later')}
        placeholder={t('applications.saml.entity_id_placeholder')}
        isMono
        isOptional
      />
      <FormField
        form={form}
        name="acsUrl"
        label={t('applications.saml.acs_url')}
        term="acs_url"
        placeholder={t('applications.saml.acs_url_placeholder')}
        inputMode="url"
        isMono
        isOptional
      />
    </>
  );
};

const useCreate = ({ type, group }: GuideTarget) => {
  const { mutateAsync: createPlain } = useWrite(applications.create);
  const { mutateAsync: createSaml } = useWrite(samlApplications.create);
  return async ({
    name,
    description,
    protectedAppMetadata,
    entityId,
    acsUrl,
    customClientMetadata,
  }: Fields) => {
    const fields = { name, description: description || null };
    if (type === 'SAML') {
      return createSaml({
        body: {
          ...fields,
          entityId: entityId || null,
          acsUrl: acsUrl ? { binding: samlBindings.post, url: acsUrl } : null,
        },
      });
    }
    return createPlain({
      body: {
        ...fields,
        type,
        isThirdParty: group === 'third_party',
        protectedAppMetadata: type === 'Protected' ? protectedAppMetadata : undefined,
        customClientMetadata: customClientMetadata.isDeviceFlow ? customClientMetadata : undefined,
      },
    });
  };
};
