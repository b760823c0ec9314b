import { type LogStreamKind, logStreamFormats } from '@gatehouse/contract/log-streams.ts';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useWatch } from 'react-hook-form';
import { useT } from '../../../phrases.tsx';
import { CertificateAuthorityField } from '../../../templates/certificate-authority-field.tsx';
import { type Form, FormField, FormSwitch } from '../../../templates/form-field.tsx';
import { FormPairs } from '../../../templates/form-pairs.tsx';
import type { StreamValues } from './fields.ts';

type FieldsProps = { form: Form<StreamValues> };

/** Settings of the destination, by its kind. */
export const DestinationFields = ({ form, kind }: FieldsProps & { kind: LogStreamKind }) => {
  if (kind === 'http') return <HttpFields form={form} />;
  return kind === 'syslog' ? <SyslogFields form={form} /> : <S3Fields form={form} />;
};

const HttpFields = ({ form }: FieldsProps) => {
  const t = useT();
  return (
    <>
      <FormField
        form={form}
        name="config.url"
        label={t('audit_logs.streams.url')}
        help={t('audit_logs.streams.url_help')}
        placeholder={t('audit_logs.streams.url_placeholder')}
        inputMode="url"
        isMono
      />
      <FormField form={form} name="config.format" label={t('audit_logs.streams.format')}>
        {field => (
          <Select
            {...field}
            options={logStreamFormats.map(value => ({
              value,
              label: t(`audit_logs.streams.formats.${value}`),
            }))}
          />
        )}
      </FormField>
      <CertificateAuthorityField form={form} name="config.certificateAuthority" />
    </>
  );
};

const SyslogFields = ({ form }: FieldsProps) => {
  const t = useT();
  const isEncrypted = useWatch({ control: form.control, name: 'config.isEncrypted' });
  return (
    <>
      <FormField
        form={form}
        name="config.host"
        label={t('audit_logs.streams.host')}
        placeholder={t('audit_logs.streams.host_placeholder')}
        isMono
      />
      <FormField
        form={form}
        name="config.port"
        label={t('audit_logs.streams.port')}
        help={t('audit_logs.streams.port_help')}
      >
        {field => <NumberInput {...field} />}
      </FormField>
      <FormSwitch
        form={form}
        name="config.isEncrypted"
        label={t('audit_logs.streams.encrypted')}
        help={t('audit_logs.streams.encrypted_help')}
      />
      {isEncrypted && <CertificateAuthorityField form={form} name="config.certificateAuthority" />}
    </>
  );
};

const S3Fields = ({ form }: FieldsProps) => {
  const t = useT();
  return (
    <>
      <FormField form={form} name="config.bucket" label={t('audit_logs.streams.bucket')} isMono />
      <FormField
        form={form}
        name="config.region"
        label={t('audit_logs.streams.region')}
        placeholder={t('audit_logs.streams.region_placeholder')}
        isMono
      />
      <FormField
        form={form}
        name="config.endpoint"
        label={t('audit_logs.streams.endpoint')}
        help={t('audit_logs.streams.endpoint_help')}
        placeholder={t('audit_logs.streams.endpoint_placeholder')}
        inputMode="url"
        isMono
        isOptional
      />
      <FormField
        form={form}
        name="config.prefix"
        label={t('audit_logs.streams.prefix')}
        help={t('audit_logs.streams.prefix_help')}
        isMono
        isOptional
      />
      <FormField
        form={form}
        name="config.accessKeyId"
        label={t('audit_logs.streams.access_key')}
        autoComplete="off"
        isMono
      />
      <CertificateAuthorityField form={form} name="config.certificateAuthority" />
    </>
  );
};

type SecretFieldsProps = FieldsProps & {
  kind: LogStreamKind;
  /** Secrets that are already stored. Empty fields keep them. */
  stored?: { bearerToken: boolean; secretAccessKey: boolean; headers: readonly string[] };
};

/** Credentials for the destination. Stored values are never shown again. */
export const SecretFields = ({ form, kind, stored }: SecretFieldsProps) => {
  const t = useT();
  if (kind === 'syslog') return null;
  if (kind === 's3')
    return (
      <FormField
        form={form}
        name="secrets.secretAccessKey"
        label={t('audit_logs.streams.secret_key')}
        help={t(stored?.secretAccessKey ? 'audit_logs.streams.stored' : 'audit_logs.streams.sealed')}
      >
        {field => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
    );
  return (
    <>
      <FormField
        form={form}
        name="secrets.bearerToken"
        label={t('audit_logs.streams.bearer')}
        help={t(stored?.bearerToken ? 'audit_logs.streams.stored' : 'audit_logs.streams.bearer_help')}
        isOptional
      >
        {field => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      <FormPairs
        form={form}
        name="secrets.headers"
        label={t('audit_logs.streams.headers')}
        help={
          stored && stored.headers.length > 0
            ? t('audit_logs.streams.headers_stored', { names: stored.headers })
            : t('audit_logs.streams.headers_help')
        }
        nameLabel={t('audit_logs.streams.header_name')}
        valueLabel={t('audit_logs.streams.header_value')}
        isOptional
      />
    </>
  );
};
