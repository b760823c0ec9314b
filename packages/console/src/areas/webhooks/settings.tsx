import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CertificateAuthorityField } from '../../templates/certificate-authority-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import { FormPairs, typedPairs } from '../../templates/form-pairs.tsx';
import { EventPicker, eventsOf } from './events.tsx';
import { configOf, type WebhookValues, webhookFields } from './fields.ts';
import { SigningKey } from './signing-key.tsx';
import { TestPayload } from './test-payload.tsx';

const retryCounts = webhookFields.shape.retries.options;

export const WebhookSettings = () => {
  const t = useT();
  const hook = useEntity<Hook>();
  const { id, name, config, enabled } = hook;
  const update = useWrite(hooks.update);
  const form = useEditForm<WebhookValues>({
    schema: webhookFields,
    values: {
      name,
      url: config.url,
      events: eventsOf(hook),
      headers: typedPairs(config.headers),
      retries: retryCounts.find(count => Number(count) === config.retries) ?? '3',
      certificateAuthority: config.certificateAuthority ?? '',
      enabled,
    },
    savedMessage: t('webhooks.saved'),
    save: values => {
      const { name: named, events, enabled: isOn } = values;
      return update.mutateAsync({
        params: { id },
        body: { name: named, events, event: null, enabled: isOn, config: configOf(values) },
      });
    },
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('webhooks.general')} help={t('webhooks.general_help')}>
        <FormField form={form} name="name" label={t('general.name')} />
        <FormField
          form={form}
          name="url"
          label={t('webhooks.url')}
          help={t('webhooks.url_help')}
          inputMode="url"
          isMono
        />
        <FormSwitch
          form={form}
          name="enabled"
          label={t('webhooks.enable')}
          help={t('webhooks.enable_help')}
        />
      </FormSection>
      <FormSection title={t('webhooks.events_title')} help={t('webhooks.events_help')}>
        <FormField form={form} name="events" label={t('webhooks.events_title')}>
          {field => <EventPicker {...field} />}
        </FormField>
      </FormSection>
      <DeliverySection form={form} />
      <FormSection title={t('webhooks.signing_key')} help={t('webhooks.signing_key_help')}>
        <SigningKey hook={hook} />
      </FormSection>
      <FormSection title={t('webhooks.test.title')} help={t('webhooks.test.help')}>
        <TestPayload hookId={id} values={() => form.getValues()} events={form.watch('events')} />
      </FormSection>
    </EditForm>
  );
};

const DeliverySection = ({ form }: { form: Form<WebhookValues> }) => {
  const t = useT();
  return (
    <FormSection title={t('webhooks.delivery')} help={t('webhooks.delivery_help')}>
      <FormField form={form} name="retries" label={t('webhooks.retries')} help={t('webhooks.retries_help')}>
        {field => (
          <Select
            {...field}
            options={retryCounts.map(value => ({
              value,
              label:
                value === '0'
                  ? t('webhooks.no_retries')
                  : t('webhooks.retry_count', { count: Number(value) }),
            }))}
          />
        )}
      </FormField>
      <FormPairs
        form={form}
        name="headers"
        label={t('webhooks.headers')}
        help={t('webhooks.headers_help')}
        nameLabel={t('general.name')}
        valueLabel={t('webhooks.header_value')}
        isOptional
      />
      <CertificateAuthorityField form={form} name="certificateAuthority" />
    </FormSection>
  );
};
