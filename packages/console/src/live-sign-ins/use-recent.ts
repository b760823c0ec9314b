import type { LiveSignIn } from '@gatehouse/contract/live-sign-ins.ts';
import { signIns } from '@gatehouse/contract/sign-ins.ts';
import { useCallback, useEffect, useState } from 'react';
import { useRead } from '../api.ts';
import type { Shown } from './describe.tsx';
import { useLiveSignIns } from './use-live-sign-ins.ts';

const mostListed = 12;
const mostTravelers = 24;
const countEveryMs = 5000;

const midnight = () => new Date().setHours(0, 0, 0, 0);

const isDecided = ({ outcome }: Shown) => outcome !== 'Open';

/** The last known state of each sign-in, newest first. The first token of an application stays marked. */
const merge = (newer: Shown, others: readonly Shown[]) => {
  const before = others.find(({ id }) => id === newer.id);
  const isFirstToken = newer.isFirstToken || before?.isFirstToken;
  return [{ ...newer, isFirstToken }, ...others.filter(({ id }) => id !== newer.id)];
};

/** The latest sign-ins, those on their way through the gate, and the counts of today. */
export const useRecentSignIns = (isPaused: boolean) => {
  const [came, setCame] = useState<Shown[]>([]);
  const [travelers, setTravelers] = useState<Shown[]>([]);
  const [held] = useState<{ signIns: LiveSignIn[] }>({ signIns: [] });
  const show = useCallback((signIn: LiveSignIn) => {
    // A token that follows in a moment changes the dot that is on its way.
    setTravelers(others => {
      const same = others.find(({ id, outcome }) => id === signIn.id && outcome === signIn.outcome);
      if (same) return others.map(other => (other === same ? { ...other, ...signIn } : other));
      return [...others.filter(({ id }) => id !== signIn.id), signIn].slice(-mostTravelers);
    });
    setCame(others => merge(signIn, others).slice(0, mostListed));
  }, []);
  const connection = useLiveSignIns(true, signIn => {
    if (isPaused) held.signIns = [...held.signIns, signIn].slice(-mostTravelers);
    else show(signIn);
  });
  useEffect(() => {
    if (!isPaused) for (const signIn of held.signIns.splice(0)) show(signIn);
  }, [isPaused, held, show]);
  const listed = useRead(signIns.list, { page: 1, pageSize: mostListed }, { hideErrors: true });
  const [earlier = []] = listed.data ?? [];
  const isNew = new Set(came.map(({ id }) => id));
  return {
    connection,
    isKnown: listed.data !== undefined || listed.isError,
    latest: [...came, ...earlier.filter(({ id }) => !isNew.has(id))].filter(isDecided).slice(0, mostListed),
    travelers: travelers.filter(isDecided),
    shine: came.find(({ isFirstToken }) => isFirstToken)?.id,
    counts: useCounts(came[0]),
    leave: (id: string) => setTravelers(others => others.filter(other => other.id !== id)),
  };
};

/** Read again a while after each sign-in, however many there are. */
const useCounts = (latest: Shown | undefined) => {
  const [since] = useState(midnight);
  const count = (outcome: 'Success' | 'Error') =>
    ({ query: { outcome, start_time: since }, page: 1, pageSize: 1 }) as const;
  const succeeded = useRead(signIns.list, count('Success'), { hideErrors: true });
  const failed = useRead(signIns.list, count('Error'), { hideErrors: true });
  const { refetch: refetchSucceeded } = succeeded;
  const { refetch: refetchFailed } = failed;
  const round = latest && Math.floor(latest.endedAt / countEveryMs);
  useEffect(() => {
    if (round === undefined) return;
    const refetch = () => {
      void refetchSucceeded();
      void refetchFailed();
    };
    refetch();
    const timer = setTimeout(refetch, countEveryMs);
    return () => clearTimeout(timer);
  }, [round, refetchSucceeded, refetchFailed]);
  return { succeeded: succeeded.data?.[1], failed: failed.data?.[1] };
};
