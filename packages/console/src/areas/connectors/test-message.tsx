import { connectorActions } from '@gatehouse/contract/connector-actions.ts';
import type { ConnectorFactory } from '@gatehouse/contract/connectors.ts';
import { smsTypes, type TemplateType, templateTypes } from '@gatehouse/contract/email-templates.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../session/report-errors.tsx';
import { wordsOfProvider } from '../../templates/provider-words.ts';
import { nameOfUse } from './name-of-use.ts';

type TestMessageProps = {
  factory: Pick<ConnectorFactory, 'id' | 'type'>;
  /** As it is typed now, saved or not. Throws where it cannot be read yet. */
  config: () => Record<string, unknown>;
};

/** Sends one message by the configuration in the form, and says what the service answered. */
export const TestMessage = ({ factory, config }: TestMessageProps) => {
  const t = useT();
  const toast = useToast();
  const [recipient, setRecipient] = useState('');
  const [use, setUse] = useState<TemplateType>('Generic');
  const test = useWrite(connectorActions.test, { hideErrors: true });
  const channel = factory.type === 'Sms' ? 'phone' : 'email';
  const types = channel === 'phone' ? smsTypes : templateTypes;
  const send = () =>
    test.mutate(
      {
        params: { factoryId: factory.id },
        body: {
          ...(channel === 'email' ? { email: recipient } : { phone: recipient.replace(/\D/g, '') }),
          config: config(),
          type: use,
        },
      },
      { onSuccess: () => toast.success(t('connectors.test.sent', { recipient })) },
    );
  return (
    <Stack>
      <Grid minWidth="200px" isFull>
        <Field label={t(`connectors.test.${channel}`)}>
          <TextInput
            type={channel === 'email' ? 'email' : 'tel'}
            value={recipient}
            placeholder={t(`connectors.test.${channel}_placeholder`)}
            onChange={({ currentTarget }) => setRecipient(currentTarget.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter') return;
              // The form around it waits for its own button.
              event.preventDefault();
              if (recipient) send();
            }}
          />
        </Field>
        <Field label={t('connectors.templates.use')}>
          <Select
            value={use}
            onChange={setUse}
            options={types.map(value => ({ value, label: nameOfUse(t, value) }))}
          />
        </Field>
      </Grid>
      <Row>
        <Button icon={<Send />} disabled={!recipient} isLoading={test.isPending} onClick={send}>
          {t('connectors.test.send')}
        </Button>
      </Row>
      {test.error && (
        <Callout tone="danger" title={describeFailure(test.error, t)}>
          {wordsOfProvider(test.error)}
        </Callout>
      )}
    </Stack>
  );
};
