import { type LogStream, logStreams } from '@gatehouse/contract/log-streams.ts';
import { numberFormat } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useRead, useWrite } from '../../../api.ts';
import { useT, useTranslation } from '../../../phrases.tsx';
import { EditForm, useEditForm } from '../../../templates/edit-form.tsx';
import { useEntity } from '../../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../../templates/form-field.tsx';
import { DestinationFields, SecretFields } from './destination-fields.tsx';
import { bodyOf, type StreamValues, streamFields, valuesOf } from './fields.ts';
import { RegenerateSigningKey } from './signing-key.tsx';
import { useLagWords } from './status.tsx';

const refreshMs = 5000;

export const StreamSettings = () => {
  const t = useT();
  const stream = useEntity<LogStream>();
  const { id, config, storedSecrets } = stream;
  // Keeps what the page around it shows fresh, too: it is the same request.
  useRead(logStreams.read, { params: { id } }, { hideErrors: true, everyMs: () => refreshMs });
  const update = useWrite(logStreams.update);
  const form = useEditForm<StreamValues>({
    schema: streamFields,
    values: valuesOf(stream),
    savedMessage: t('audit_logs.streams.saved'),
    save: values => update.mutateAsync({ params: { id }, body: bodyOf(values) }),
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('audit_logs.streams.progress')} help={t('audit_logs.streams.progress_help')}>
        <Progress stream={stream} />
        <FormSwitch
          form={form}
          name="enabled"
          label={t('audit_logs.streams.enable')}
          help={t('audit_logs.streams.enable_help')}
        />
        <FormSwitch
          form={form}
          name="includeChanges"
          label={t('audit_logs.streams.include_changes')}
          help={t('audit_logs.streams.include_changes_help')}
        />
      </FormSection>
      <FormSection
        title={t('audit_logs.streams.destination')}
        help={t(`audit_logs.streams.kind_texts.${config.kind}`)}
      >
        <FormField form={form} name="name" label={t('general.name')} />
        <DestinationFields form={form} kind={config.kind} />
      </FormSection>
      {config.kind !== 'syslog' && (
        <FormSection title={t('audit_logs.streams.secrets')} help={t('audit_logs.streams.secrets_help')}>
          <SecretFields form={form} kind={config.kind} stored={storedSecrets} />
          <RemoveSecrets stream={stream} />
        </FormSection>
      )}
      {config.kind === 'http' && (
        <FormSection title={t('audit_logs.streams.signing')} help={t('audit_logs.streams.signing_help')}>
          <RegenerateSigningKey id={id} />
        </FormSection>
      )}
    </EditForm>
  );
};

const Progress = ({ stream: { status } }: { stream: LogStream }) => {
  const { t, language } = useTranslation();
  const lagOf = useLagWords();
  return (
    <KeyValueList
      items={[
        { key: t('audit_logs.streams.lag'), value: lagOf(status) },
        {
          key: t('audit_logs.streams.last_sent'),
          value:
            status.lastSentAt === null ? (
              t('general.never')
            ) : (
              <DateText value={status.lastSentAt} as="moment" />
            ),
        },
        {
          key: t('audit_logs.streams.sent_count'),
          value: numberFormat(language).format(status.sentCount),
        },
      ]}
    />
  );
};

/** Empty fields keep what is stored; so taking it away is something else. */
const RemoveSecrets = ({ stream: { id, config, storedSecrets } }: { stream: LogStream }) => {
  const t = useT();
  const toast = useToast();
  const update = useWrite(logStreams.update);
  if (config.kind !== 'http') return null;
  const remove = (secrets: { bearerToken: null } | { headers: Record<string, string> }) =>
    update.mutate(
      { params: { id }, body: { secrets } },
      { onSuccess: () => toast.success(t('audit_logs.streams.secret_removed')) },
    );
  return (
    <Row>
      {storedSecrets.bearerToken && (
        <Button size="small" isLoading={update.isPending} onClick={() => remove({ bearerToken: null })}>
          {t('audit_logs.streams.remove_bearer')}
        </Button>
      )}
      {storedSecrets.headers.length > 0 && (
        <Button size="small" isLoading={update.isPending} onClick={() => remove({ headers: {} })}>
          {t('audit_logs.streams.remove_headers')}
        </Button>
      )}
    </Row>
  );
};
