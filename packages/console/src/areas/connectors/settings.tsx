import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import { type ConnectorWithFactory, connectors } from '@gatehouse/contract/connectors.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { TestSignInSection } from '../../templates/test-sign-in-section.tsx';
import { BuiltInUsage } from './built-in-usage.tsx';
import { CodesOff } from './codes-off.tsx';
import { EmailTemplates } from './email-templates.tsx';
import { ConnectorFields } from './fields.tsx';
import { KeptMessages } from './kept-messages.tsx';
import { type ConnectorValues, connectorFields, settingsOf, valuesOf } from './settings-form.ts';
import { TestMessage } from './test-message.tsx';

export const ConnectorSettings = () => {
  const t = useT();
  const connector = useEntity<ConnectorWithFactory>();
  const { id, type, isDemo } = connector;
  // Its emails are in our words, with nothing of the tenant but its name.
  const isBuiltIn = connector.connectorId === builtInEmailId;
  const update = useWrite(connectors.update);
  const form = useEditForm<ConnectorValues>({
    schema: connectorFields(connector),
    values: valuesOf(connector, connector),
    savedMessage: t('connectors.saved'),
    save: values => update.mutateAsync({ params: { id }, body: settingsOf(connector, values, connector) }),
  });
  return (
    <EditForm form={form}>
      <CodesOff type={type} />
      {type === 'Social' && <TestSignInSection kind="social" id={id} />}
      {isDemo ? (
        <FormSection title={t('connectors.kept.title')} help={t('connectors.kept.help')}>
          <KeptMessages channel={type === 'Sms' ? 'Sms' : 'Email'} />
        </FormSection>
      ) : (
        <ConnectorFields form={form} factory={connector} id={id} />
      )}
      {type !== 'Social' && !isDemo && (
        <FormSection title={t('connectors.test.title')} help={t('connectors.test.help')}>
          <TestMessage
            factory={{ ...connector, id: connector.connectorId }}
            config={() => settingsOf(connector, form.getValues(), connector).config}
          />
        </FormSection>
      )}
      {isBuiltIn && <BuiltInUsage />}
      {type === 'Email' && !isBuiltIn && (
        <FormSection title={t('connectors.templates.title')} help={t('connectors.templates.help')}>
          <EmailTemplates />
        </FormSection>
      )}
    </EditForm>
  );
};
