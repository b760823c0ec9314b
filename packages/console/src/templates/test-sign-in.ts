import { type TestSignInResult, testSignIns } from '@gatehouse/contract/test-sign-ins.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { send } from '../api.ts';
import { useT } from '../phrases.tsx';
import { storageKeys } from '../session/storage.ts';
import { openPopup } from './popup.ts';

export type TestedKind = 'social' | 'sso';
type Answer = { state: string; [name: string]: string };
type Pending = { id: string; state: string };

const begin = (kind: TestedKind, id: string) =>
  kind === 'social'
    ? send(testSignIns.beginSocial, { params: { connectorId: id } })
    : send(testSignIns.beginSso, { params: { ssoConnectorId: id } });

const finish = (kind: TestedKind, id: string, connectorData: Answer, domains?: string[]) =>
  kind === 'social'
    ? send(testSignIns.finishSocial, { params: { connectorId: id }, body: { connectorData } })
    : send(testSignIns.finishSso, { params: { ssoConnectorId: id }, body: { connectorData, domains } });

/** The test that this tab waits for, also after it has gone to another page. */
const readPending = (id: string): Pending | undefined => {
  const pending = JSON.parse(sessionStorage.getItem(storageKeys.testSignIn) ?? 'null') as Pending | null;
  return pending?.id === id ? pending : undefined;
};

/** The answer that the window left, if this tab has begun that test. It is good for once. */
const takeAnswer = ({ state }: Pending): Answer | undefined => {
  const answer = JSON.parse(localStorage.getItem(storageKeys.testSignInAnswer) ?? 'null') as Answer | null;
  if (answer?.state !== state) return undefined;
  localStorage.removeItem(storageKeys.testSignInAnswer);
  sessionStorage.removeItem(storageKeys.testSignIn);
  return answer;
};

/** Sends the empty window to the provider. The answer is for this tab, on any page of the connector. */
export const beginTest = async (kind: TestedKind, id: string, popup: Window) => {
  try {
    const { redirectTo, state } = await begin(kind, id);
    sessionStorage.setItem(storageKeys.testSignIn, JSON.stringify({ id, state } satisfies Pending));
    popup.location.replace(redirectTo);
  } catch (error) {
    popup.close();
    throw error;
  }
};

export type TestState =
  | { status: 'idle' | 'waiting' }
  | { status: 'passed'; result: TestSignInResult }
  | { status: 'failed'; error: Error };

/** A test of the connector: begun here, or on a page that this one has followed. */
export const useTestSignIn = (kind: TestedKind, id: string, domains?: string[]) => {
  const t = useT();
  const [state, setState] = useState<TestState>({ status: readPending(id) ? 'waiting' : 'idle' });
  const attempt = async (work: () => Promise<TestState>) =>
    setState(await work().catch((error: Error): TestState => ({ status: 'failed', error })));
  const receive = useEffectEvent(async () => {
    const pending = readPending(id);
    const answer = pending && takeAnswer(pending);
    if (!answer) return;
    await attempt(async () => ({ status: 'passed', result: await finish(kind, id, answer, domains) }));
  });
  useEffect(() => {
    const listen = () => void receive();
    listen();
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, []);
  /** Saves first. Without a test, the failure to save is the caller's. */
  const start = async (save?: () => Promise<unknown>) => {
    const popup = openPopup();
    try {
      await save?.();
    } catch (error) {
      popup?.close();
      throw error;
    }
    await attempt(async () => {
      if (!popup) throw new Error(t('general.popup_blocked'));
      await beginTest(kind, id, popup);
      return { status: 'waiting' };
    });
  };
  return { state, start };
};
