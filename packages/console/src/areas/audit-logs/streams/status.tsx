import type { LogStream } from '@gatehouse/contract/log-streams.ts';
import { numberFormat } from '@gatehouse/phrases/formatters.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT, useTranslation } from '../../../phrases.tsx';

const tones = { off: 'neutral', healthy: 'success', failing: 'danger' } as const;

export const StreamState = ({ stream: { status } }: { stream: LogStream }) => {
  const t = useT();
  return (
    <Tag tone={tones[status.state]} hasDot>
      {t(`audit_logs.streams.states.${status.state}`)}
    </Tag>
  );
};

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How far a stream is behind, in the largest suitable unit. */
export const useLagWords = () => {
  const { t, language } = useTranslation();
  return ({ lagSeconds }: LogStream['status']) => {
    if (lagSeconds === 0) return t('audit_logs.streams.up_to_date');
    const [unit, seconds] = units.find(([, size]) => lagSeconds >= size) ?? (['second', 1] as const);
    return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
      Math.round(lagSeconds / seconds),
    );
  };
};
