import { compactNumber, groupedNumber } from '@gatehouse/phrases/formats.ts';
import { dateFormat, numberFormat } from '@gatehouse/phrases/formatters.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { Stat } from '@gatehouse/ui/stat.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from '../../phrases.tsx';
import type { ReadOrFailure } from '../../templates/read-or-failure.tsx';

/** Number and date formats for charts. */
export const useChartWords = () => {
  const { t, language } = useTranslation();
  const day = dateFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return {
    firstColumn: t('dashboard.day'),
    format: (value: number) => groupedNumber(value, language),
    dayOf: (date: string) => day.format(new Date(date)),
  };
};

/** A card whose content is as high while it loads. */
export const CountedCard = <Data,>({
  title,
  read,
  children,
}: {
  title: string;
  read: ReadOrFailure<Data>;
  children: (data: Data) => ReactNode;
}) => (
  <Card title={title}>{read.failure ?? (read.data ? children(read.data) : <Skeleton height="202px" />)}</Card>
);

/** A number with how much more it is than in the time before. */
export const CountedStat = ({
  label,
  counted,
  since,
}: {
  label: string;
  counted: { count: number; delta?: number } | undefined;
  /** Names the time before; without it nothing is compared. */
  since?: string;
}) => {
  const { language } = useTranslation();
  const signed = numberFormat(language, { signDisplay: 'exceptZero' });
  return (
    <Card>
      <Stat
        label={label}
        value={
          counted && (
            <span title={groupedNumber(counted.count, language)}>
              {compactNumber(counted.count, language)}
            </span>
          )
        }
        change={counted?.delta}
        changeLabel={since && `${signed.format(counted?.delta ?? 0)} ${since}`}
      />
    </Card>
  );
};
