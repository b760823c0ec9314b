import { baseUrl } from './location.ts';

/** State kept in this tab while the user links an account at a provider, and the parameters of the response. */
type LinkTrip = {
  connectorId: string;
  state: string;
  verificationRecordId: string;
  /** It takes the place of another account with the same provider. */
  replaces: boolean;
  connectorData?: Record<string, string>;
};

const storageKey = 'gatehouse:link';

const readTrip = (): LinkTrip | undefined =>
  JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;

export const keepLinkTrip = (trip: LinkTrip) =>
  window.sessionStorage.setItem(storageKey, JSON.stringify(trip));

export const takeLinkTrip = () => {
  const trip = readTrip();
  window.sessionStorage.removeItem(storageKey);
  return trip;
};

/** Back from a provider that the account center led to: the account center continues. */
export const returnToAccountCenter = (connectorId: string) => {
  const trip = readTrip();
  const connectorData = Object.fromEntries(new URLSearchParams(window.location.search));
  if (trip?.connectorId !== connectorId || trip.state !== connectorData.state) return false;
  keepLinkTrip({ ...trip, connectorData });
  window.location.replace(`${baseUrl}/account/linked-accounts`);
  return true;
};
