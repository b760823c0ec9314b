import type { EntityKind } from '@gatehouse/contract/entities.ts';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';

/** The object whose past is shown: the only one of its kind unless it has an ID. */
export type Subject = { kind: EntityKind; id?: string };

/** A moment, and the object as it was then. */
type Stay = { moment: number; past: object };

/** A journey to earlier settings: the form on the page shows those of the chosen moment. */
export type Travel = {
  subject: Subject;
  isOpen: boolean;
  /** Absent: today. */
  stay?: Stay;
  start: () => void;
  go: (stay: Stay | undefined) => void;
  end: () => void;
  /** Of the form on the page that can travel, if there is one. */
  hasUnsaved?: () => boolean;
  join: (hasUnsaved: () => boolean) => () => void;
};

export const TravelContext = createContext<Travel | undefined>(undefined);

/** None without a kind. It ends where the page turns to another object. */
export const useTravel = ({ kind, id }: Partial<Subject>): Travel | undefined => {
  const [journey, setJourney] = useState<{ id?: string; stay?: Stay }>();
  const here = journey?.id === id ? journey : undefined;
  const [hasUnsaved, setHasUnsaved] = useState<() => boolean>();
  return useMemo(
    () =>
      kind && {
        subject: { kind, id },
        isOpen: here !== undefined,
        stay: here?.stay,
        start: () => setJourney({ id }),
        go: stay => setJourney({ id, stay }),
        end: () => setJourney(undefined),
        hasUnsaved,
        join: ask => {
          setHasUnsaved(() => ask);
          return () => setHasUnsaved(undefined);
        },
      },
    [kind, id, here, hasUnsaved],
  );
};

export const useTravelOfPage = () => {
  const travel = use(TravelContext);
  if (!travel) throw new Error('TravelContext is missing.');
  return travel;
};

/** Lets the form on the page travel. */
export const useJoinTravel = (hasUnsaved: boolean) => {
  const { join } = useTravelOfPage();
  const latest = useRef(hasUnsaved);
  useEffect(() => {
    latest.current = hasUnsaved;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form joins once
  useEffect(() => join(() => latest.current), []);
};
