import { builtInEmail } from '@gatehouse/contract/built-in-email.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Meter } from '@gatehouse/ui/meter.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';

/** The used share of the daily email quota. */
export const BuiltInUsage = () => {
  const t = useT();
  const { data } = useRead(builtInEmail.readUsage, {});
  if (!data || data.dailyLimit === null) return null;
  const { sentToday, dailyLimit } = data;
  return (
    <FormSection title={t('connectors.built_in.title')} help={t('connectors.built_in.help')}>
      <Text>{t('connectors.built_in.sent', { sent: sentToday, limit: dailyLimit })}</Text>
      <Meter percent={(100 * sentToday) / dailyLimit} tone={sentToday < dailyLimit ? 'accent' : 'danger'} />
    </FormSection>
  );
};
