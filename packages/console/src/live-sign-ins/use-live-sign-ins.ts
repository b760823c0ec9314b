import type { LiveSignIn } from '@gatehouse/contract/live-sign-ins.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Connection, followSignIns } from './follow.ts';

/** Hears of every sign-in while it is on. Says whether the connection stands. */
export const useLiveSignIns = (isOn: boolean, onSignIn: (signIn: LiveSignIn) => void) => {
  const [connection, setConnection] = useState<Connection>('connecting');
  const hear = useEffectEvent(onSignIn);
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    void followSignIns({
      signal: stop.signal,
      onSignIn: signIn => hear(signIn),
      onConnection: setConnection,
    });
    return () => stop.abort();
  }, [isOn]);
  return connection;
};
