import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { shortMoment } from '@gatehouse/phrases/formatters.ts';
import { lazy, Suspense } from 'react';
import { loadAreaPhrases, type useT, useTranslation } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { addressedTenantId } from '../session/tenant.ts';
import { type Travel, useTravelOfPage } from './travel-state.ts';

const loadScrubber = () => import('./travel-scrubber.tsx');
const TravelScrubber = lazy(async () => ({ default: (await loadScrubber()).TravelScrubber }));

/** The button brings all that it opens. */
const TravelButton = lazy(async () => {
  const [{ TravelButton }] = await Promise.all([
    import('./travel-button.tsx'),
    loadScrubber(),
    loadAreaPhrases('console/time-travel'),
  ]);
  return { default: TravelButton };
});

type TravelActionProps = { travel: Travel | undefined; mayLeave: () => Promise<boolean> };

/** In the header of a page whose form can travel. */
export const TravelAction = ({ travel, mayLeave }: TravelActionProps) => {
  const { may } = useAbilities();
  // The history of the console's own tenant is closed.
  if (!travel?.hasUnsaved || addressedTenantId() === adminTenantId || !may('changes:read')) return null;
  return (
    <Suspense>
      <TravelButton travel={travel} hasUnsaved={travel.hasUnsaved} mayLeave={mayLeave} />
    </Suspense>
  );
};

type FormTravelOptions<Values, Settings> = {
  now: Settings;
  read: (settings: Settings) => Values;
  /** The form also has settings of another kind, which stay as they are. */
  hasOthers: boolean;
};

/** The settings of another time for a form, and the words around them. */
export const useFormTravel = <Values, Settings extends object>({
  now,
  read,
  hasOthers,
}: FormTravelOptions<Values, Settings>) => {
  const { t, language } = useTranslation();
  const { subject, isOpen, stay, go, end } = useTravelOfPage();
  if (!isOpen) return undefined;
  return {
    /** The settings that were not what they are today. */
    differences: stay && differencesOf(now, stay.past as Settings),
    values: read((stay?.past as Settings | undefined) ?? now),
    scrubber: (
      <Suspense>
        <TravelScrubber subject={subject} now={now} moment={stay?.moment} go={go} hasOthers={hasOthers} />
      </Suspense>
    ),
    ...(stay ? wordsOfThen(shortMoment(stay.moment, language), t) : wordsOfToday(t)),
    end,
  };
};

type T = ReturnType<typeof useT>;

const wordsOfToday = (t: T) => ({
  savedMessage: undefined,
  unchanged: t('time_travel.hint'),
  words: { title: t('time_travel.title'), discard: t('time_travel.close') },
});

const wordsOfThen = (when: string, t: T) => ({
  savedMessage: t('time_travel.restored'),
  unchanged: t('time_travel.same', { when }),
  words: {
    title: t('time_travel.title'),
    changed: (fields: string) => t('time_travel.differs', { when, fields }),
    discard: t('time_travel.back'),
    save: t('time_travel.restore'),
  },
});

const differencesOf = <Settings extends object>(now: Settings, then: Settings) =>
  Object.fromEntries(
    Object.entries(then).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name as keyof Settings]),
    ),
  ) as Partial<Settings>;
