import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import type { ConnectorFactory, FormItem } from '@gatehouse/contract/connectors.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Disclosure } from '@gatehouse/ui/disclosure.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import type { ReactNode } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { ImageField } from '../../templates/image-field.tsx';
import { ConfigField } from './config-field.tsx';
import { isItemShown } from './config-form.ts';
import type { ConnectorValues } from './settings-form.ts';

type ConnectorFieldsProps = {
  form: Form<ConnectorValues>;
  factory: ConnectorFactory;
  /** The id of the connector: providers send people back to an address that has it. */
  id: string;
  /** Setup instructions for the provider, next to the fields whose values come from there. */
  steps?: ReactNode;
  isNew?: boolean;
};

export const ConnectorFields = ({ form, factory, id, steps, isNew }: ConnectorFieldsProps) => {
  const t = useT();
  const { formItems = [], isStandard, type } = factory;
  const config = useWatch({ control: form.control, name: 'config' });
  const configForm = form as unknown as Form<Pick<ConnectorValues, 'config'>>;
  const hidesRare = isNew === true && type === 'Social' && !isStandard;
  const { errors } = useFormState({ control: form.control });
  const hasRareProblem = formItems.some(item => isRare(item) && get(errors, `config.${item.key}`));
  const listed = (isListed: (item: FormItem) => boolean) =>
    formItems
      .filter(item => isItemShown(item, config) && isListed(item))
      .map(item => <ConfigField key={item.key} form={configForm} item={item} />);
  return (
    <>
      {isStandard && (
        <FormSection title={t('connectors.looks')} help={t('connectors.looks_help')}>
          <FormField form={form} name="name" label={t('connectors.display_name')} />
          <FormField
            form={form}
            name="target"
            label={t('connectors.target')}
            help={t('connectors.target_help')}
            isMono
            disabled={!isNew}
          />
          <FormField form={form} name="logo" label={t('connectors.logo')} isOptional>
            {field => <ImageField {...field} />}
          </FormField>
          <FormField form={form} name="logoDark" label={t('connectors.logo_dark')} isOptional>
            {field => <ImageField {...field} />}
          </FormField>
        </FormSection>
      )}
      <FormSection
        title={t(steps ? 'connectors.steps' : 'connectors.configuration')}
        help={steps ?? (factory.id === builtInEmailId ? undefined : t('connectors.configuration_help'))}
      >
        {type === 'Social' && <CallbackUri id={id} />}
        {listed(item => !hidesRare || !isRare(item))}
        {hidesRare && (
          <Disclosure title={t('connectors.advanced')} isOpen={hasRareProblem}>
            {listed(isRare)}
            <AfterSignIn form={form} factory={factory} />
          </Disclosure>
        )}
      </FormSection>
      {type === 'Social' && !hidesRare && (
        <FormSection title={t('connectors.profile')} help={t('connectors.profile_help')}>
          <AfterSignIn form={form} factory={factory} />
        </FormSection>
      )}
    </>
  );
};

/** A provider that we know works without them. */
const isRare = ({ required, isConfidential }: FormItem) => !required && !isConfidential;

type AfterSignInProps = Pick<ConnectorFieldsProps, 'form' | 'factory'>;

const AfterSignIn = ({ form, factory: { isTokenStorageSupported } }: AfterSignInProps) => {
  const t = useT();
  return (
    <>
      <FormSwitch
        form={form}
        name="syncProfile"
        label={t('connectors.sync_profile')}
        help={t('connectors.sync_profile_help')}
      />
      <FormSwitch
        form={form}
        name="enableTokenStorage"
        label={t('connectors.token_storage')}
        help={t(isTokenStorageSupported ? 'connectors.token_storage_help' : 'connectors.token_storage_not')}
        disabled={!isTokenStorageSupported}
      />
    </>
  );
};

const CallbackUri = ({ id }: { id: string }) => {
  const t = useT();
  return (
    <Stack gap={1}>
      <Text isStrong>{t('connectors.callback_uri')}</Text>
      <CopyText isBoxed text={`${tenantEndpoint()}/callback/${id}`} />
      <Text tone="soft" size="small">
        {t('connectors.callback_uri_help')}
      </Text>
    </Stack>
  );
};
