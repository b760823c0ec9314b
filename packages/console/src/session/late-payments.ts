import { useSyncExternalStore } from 'react';
import { storageKeys } from './storage.ts';

/** Checkouts whose payment took longer than their page waited. They are watched for the rest of the session. */
const listeners = new Set<() => void>();

const readText = () => sessionStorage.getItem(storageKeys.latePayments) ?? '[]';

const read = (): string[] => {
  try {
    const kept: unknown = JSON.parse(readText());
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
};

const write = (sessionIds: string[]) => {
  sessionStorage.setItem(storageKeys.latePayments, JSON.stringify(sessionIds));
  for (const listener of listeners) listener();
};

export const latePayments = {
  add: (sessionId: string) => write([...read().filter(id => id !== sessionId), sessionId]),
  remove: (sessionId: string) => write(read().filter(id => id !== sessionId)),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** By their text, which changes only when they do. */
export const useLatePayments = (): readonly string[] => {
  useSyncExternalStore(subscribe, readText);
  return read();
};
