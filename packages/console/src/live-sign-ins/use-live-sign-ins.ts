import type { LiveSignIn } from '@gatehouse/contract/live-sign-ins.ts';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { type Connection, followSignIns, type Place } from './follow.ts';

const followVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/**
 * Hears of every sign-in while it is on. Says whether the connection stands. A browser has six connections to a server:
 * a tab in the background gives its own back, and continues where it was.
 */
export const useLiveSignIns = (isOn: boolean, onSignIn: (signIn: LiveSignIn) => void) => {
  const [connection, setConnection] = useState<Connection>('connecting');
  const isSeen = useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible');
  const isFollowed = isOn && isSeen;
  const place = useRef<Place>({});
  const hear = useEffectEvent(onSignIn);
  useEffect(() => {
    if (!isFollowed) return;
    const stop = new AbortController();
    void followSignIns({
      signal: stop.signal,
      place: place.current,
      onSignIn: signIn => hear(signIn),
      onConnection: setConnection,
    });
    return () => stop.abort();
  }, [isFollowed]);
  return connection;
};
