import { generateState } from '@gatehouse/contract/ids.ts';
import { ExperienceError, post } from './api.ts';
import { data, t } from './data.ts';
import { begin, goOn, leaveFor } from './flow.ts';
import { keep, readKept } from './kept.ts';
import { baseUrl, replaceQuery } from './location.ts';

export type OutsideKind = 'social' | 'sso';

/** State kept in this tab while the user is at the provider. */
type Trip = { kind: OutsideKind; state: string; verificationId: string; query: string };

const stateLength = 24;
const keyOf = (connectorId: string) => `outside:${connectorId}`;

const paths = {
  social: '/experience/verification/social/:connectorId',
  sso: '/experience/verification/sso/:connectorId',
} as const;

/** Sends the browser to where the account is. */
export const leaveForAccount = async (kind: OutsideKind, connectorId: string) => {
  await begin(data.signInExperience.signInMode === 'Register' ? 'Register' : 'SignIn');
  const state = generateState(stateLength);
  const redirectUri = `${baseUrl}/callback/${connectorId}`;
  const { authorizationUri, verificationId } = await post(
    `${paths[kind]}/authorization-uri`,
    { state, redirectUri },
    { connectorId },
  );
  const trip: Trip = { kind, state, verificationId, query: window.location.search };
  keep(keyOf(connectorId), trip);
  await leaveFor(authorizationUri, { replaces: true });
};

/** Back from the provider: what it sent counts only for the trip that this tab began. */
export const returnFromAccount = async (connectorId: string) => {
  const connectorData = Object.fromEntries(new URLSearchParams(window.location.search));
  const trip = readKept<Trip>(keyOf(connectorId));
  // Nothing of the answer stays in the address, or is sent along with what follows.
  replaceQuery(trip?.query ?? '');
  if (!trip || connectorData.state !== trip.state) throw new ExperienceError('lost', t('outside.lost'));
  const { kind, verificationId } = trip;
  await post(`${paths[kind]}/verify`, { connectorData, verificationId }, { connectorId });
  await goOn(verificationId);
};

/** The name of the provider, as users know it. */
export const nameOfProvider = (kind: OutsideKind, connectorId: string) => {
  const { socialConnectors, ssoConnectors } = data.signInExperience;
  if (kind === 'sso') return ssoConnectors.find(({ id }) => id === connectorId)?.connectorName;
  const name = socialConnectors.find(({ id }) => id === connectorId)?.name;
  return name?.[data.language] ?? name?.en;
};

/** If a target exists for several platforms, finds the one for browsers. */
export const findConnector = (kind: OutsideKind, target: string) => {
  const { socialConnectors, ssoConnectors } = data.signInExperience;
  if (kind === 'sso') return ssoConnectors.find(({ id }) => id === target)?.id;
  const found = socialConnectors.filter(connector => connector.target === target);
  return (found.find(({ platform }) => platform !== 'Native') ?? found[0])?.id;
};
