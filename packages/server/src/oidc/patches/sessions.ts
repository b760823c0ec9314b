import type { Provider } from 'oidc-provider';

/** The library stores of a session what this list names. */
export const keepInSessions = (provider: Provider, ...fields: readonly string[]) => {
  const Session = provider.Session as unknown as { IN_PAYLOAD: string[] };
  const { IN_PAYLOAD: stored } = Session;
  Object.defineProperty(Session, 'IN_PAYLOAD', { get: () => [...stored, ...fields] });
};
