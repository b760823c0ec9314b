import type { ConnectorFactory } from '@gatehouse/contract/connectors.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from '../../phrases.tsx';
import type { Form } from '../../templates/form-field.tsx';
import { PagePreview } from '../../templates/page-preview.tsx';
import { type ConnectorValues, settingsOf } from './settings-form.ts';

type ShownOnSignInPageProps = {
  factory: ConnectorFactory;
  form: Form<ConnectorValues>;
  isShown: boolean;
  onChange: (isShown: boolean) => void;
};

/** Whether users see the button, and the real sign-in page with it. */
export const ShownOnSignInPage = ({ factory, form, isShown, onChange }: ShownOnSignInPageProps) => {
  const { t, language } = useTranslation();
  const values = useDeferredValue(useWatch({ control: form.control }) as ConnectorValues);
  const { metadata } = settingsOf(factory, values);
  const socialConnector = { connectorId: factory.id, ...(metadata?.target ? { metadata } : {}) };
  const body = { signInExperience: {}, language, ...(isShown ? { socialConnector } : {}) };
  return (
    <FormSection title={t('connectors.button.title')} help={t('connectors.button.help')}>
      <Switch value={isShown} onChange={onChange} label={t('connectors.button.show')} />
      <PagePreview title={t('connectors.button.preview')} body={body} page="sign-in" height={600} />
    </FormSection>
  );
};
