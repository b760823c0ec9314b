import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';

/** A moment, and the settings as they were then. */
type Stay = { moment: number; settings: SignInExperience };

/** A journey through earlier settings: the form on the page shows those of the chosen moment. */
export type Travel = {
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

export const useTravel = (): Travel => {
  const [isOpen, setIsOpen] = useState(false);
  const [stay, setStay] = useState<Stay>();
  const [hasUnsaved, setHasUnsaved] = useState<() => boolean>();
  return useMemo(
    () => ({
      isOpen,
      stay,
      start: () => setIsOpen(true),
      go: setStay,
      end: () => {
        setIsOpen(false);
        setStay(undefined);
      },
      hasUnsaved,
      join: ask => {
        setHasUnsaved(() => ask);
        return () => setHasUnsaved(undefined);
      },
    }),
    [isOpen, stay, hasUnsaved],
  );
};

export const useTravelOfPage = () => {
  const travel = use(TravelContext);
  if (!travel) throw new Error('SignInSettings is missing.');
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
