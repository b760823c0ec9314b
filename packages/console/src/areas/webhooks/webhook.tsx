import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { numberFormat } from '@gatehouse/phrases/formatters.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useTranslation } from '../../phrases.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteWebhook = () =>
  useDelete({ row: hooks.delete, words: 'webhooks', params: ({ id }: Hook) => ({ id }) });

/** From here on a receiver is fine, or at least not broken. */
const fine = 0.95;
const shaky = 0.5;

const toneOf = (rate: number) => {
  if (rate >= fine) return 'success';
  return rate >= shaky ? 'warning' : 'danger';
};

/** The share of successful deliveries in the last day. */
export const SuccessRate = ({ stats }: { stats: Hook['executionStats'] }) => {
  const { t, language } = useTranslation();
  if (!stats?.requestCount) return <Text tone="faint">{t('webhooks.no_requests')}</Text>;
  const rate = stats.successCount / stats.requestCount;
  const shown = numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(rate);
  return <Tag tone={toneOf(rate)}>{t('webhooks.rate', { rate: shown, count: stats.requestCount })}</Tag>;
};
