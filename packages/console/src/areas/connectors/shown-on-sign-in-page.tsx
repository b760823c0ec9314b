import type { ConnectorFactory } from '@gatehouse/contract/connectors.ts';
import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { PreviewFrame } from '@gatehouse/ui/preview-frame.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { useRead } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';
import type { Form } from '../../templates/form-field.tsx';
import { usePreviewFrame } from '../../templates/use-preview-frame.ts';
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
  const { data } = useRead(signInExperienceRows.preview, { body }, { keepPrevious: true, hideErrors: true });
  const frame = usePreviewFrame(data as unknown as ExperiencePage | undefined, 'sign-in', 'light');
  return (
    <FormSection title={t('connectors.button.title')} help={t('connectors.button.help')}>
      <Switch value={isShown} onChange={onChange} label={t('connectors.button.show')} />
      <PreviewFrame
        ref={frame}
        title={t('connectors.button.preview')}
        src="/sign-in-preview/sign-in"
        width={800}
        height={640}
      />
    </FormSection>
  );
};
