import { type Change, changes } from '@gatehouse/contract/changes.ts';
import { dashboard } from '@gatehouse/contract/dashboard.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { shortDate, shortMoment } from '@gatehouse/phrases/formatters.ts';
import { Text } from '@gatehouse/ui/text.tsx';
import { TimeScrubber } from '@gatehouse/ui/time-scrubber.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf, send, useRead } from '../api.ts';
import { nameOfActor, titleOfChange } from '../history/change.tsx';
import { useTranslation } from '../phrases.tsx';
import { FailurePanel } from '../session/failure-panel.tsx';
import { settingsAt } from './settings-at.ts';
import type { Subject, Travel } from './travel-state.ts';

const reachDays = 90;
const mostPages = 5;
const pageSize = 100;

/** The changes within reach, newest first. */
const useRecentChanges = ({ kind, id }: Subject, since: number) => {
  const query = { touchedKind: kind, objectId: id, start_time: since };
  return useQuery({
    queryKey: keyOf(changes.list, { query, mostPages }, 'management'),
    queryFn: async () => {
      const found: Change[] = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const [items, total] = await send(changes.list, { query, page, pageSize });
        found.push(...items);
        if (found.length >= total) break;
      }
      return found;
    },
    meta: { hideErrors: true },
  });
};

type TravelScrubberProps = Pick<Travel, 'subject' | 'go'> & {
  now: object;
  moment: number | undefined;
  hasOthers: boolean;
};

/** The timeline of the settings: dots for changes, bars for sign-ins that were not completed. */
export const TravelScrubber = ({ subject, now, moment, go, hasOthers }: TravelScrubberProps) => {
  const { t, language } = useTranslation();
  const [today] = useState(() => Date.now());
  const { data: known, error, refetch } = useRecentChanges(subject, today - reachDays * dayMs);
  const oldest = known?.at(-1)?.createdAt ?? today;
  // Some room before the first change, which shows what it found.
  const from = Math.min(oldest - (today - oldest) / 20, today - 7 * dayMs);
  const days = useUnfinished(from, known !== undefined);
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />;
  if (known?.length === 0) return <Text>{t('time_travel.empty')}</Text>;
  const travel = (to: number) =>
    go(to >= today ? undefined : { moment: to, past: settingsAt(now, known ?? [], to, subject) });
  return (
    <>
      <TimeScrubber
        label={t('time_travel.title')}
        from={from}
        to={today}
        value={moment ?? today}
        valueText={moment === undefined ? t('time_travel.today') : shortMoment(moment, language)}
        onChange={travel}
        isLoading={known === undefined}
        marks={(known ?? []).toReversed().map(change => ({
          id: change.id,
          at: change.createdAt,
          name: nameOfActor(change, t),
          label: `${titleOfChange(change, t)} · ${shortMoment(change.createdAt, language)}`,
        }))}
        bars={days?.length ? { label: t('time_travel.unfinished'), values: days } : undefined}
        ends={{ from: shortDate(from, language), to: t('time_travel.today') }}
      />
      {hasOthers && <Text size="small">{t('time_travel.others')}</Text>}
    </>
  );
};

/** Sign-ins by day that were begun and not completed. Readers of settings may not be allowed to see them. */
const useUnfinished = (from: number, enabled: boolean) => {
  const query = { from: new Date(from).toISOString().slice(0, 10) };
  const { data } = useRead(dashboard.readOverview, { query }, { hideErrors: true, enabled });
  return data?.days
    .map(({ date, started, completed }) => ({
      at: Date.parse(date) + dayMs / 2,
      size: Math.max(started - completed, 0),
    }))
    .filter(({ size }) => size > 0);
};
