import { generateState } from '@gatehouse/contract/ids.ts';
import { keepLinkTrip, takeLinkTrip } from '../link-trip.ts';
import { baseUrl } from '../location.ts';
import { ask } from './api.ts';
import { prove } from './proofs.ts';

const stateLength = 24;

/** Redirects to the provider. Linking an account requires a recent verification. */
export const leaveForLink = async (connectorId: string, { replaces = false } = {}) => {
  await prove();
  const state = generateState(stateLength);
  const redirectUri = `${baseUrl}/callback/${connectorId}`;
  const { authorizationUri, verificationRecordId } = await ask('post', '/verifications/social', {
    body: { connectorId, state, redirectUri },
  });
  keepLinkTrip({ connectorId, state, verificationRecordId, replaces });
  window.location.assign(authorizationUri);
  await new Promise<never>(() => {});
};

/**
 * Links the account that the provider returned to this tab. Returns the connector, or nothing if no redirect is
 * pending.
 */
export const finishLink = async () => {
  const trip = takeLinkTrip();
  if (!trip?.connectorData) return undefined;
  const { connectorId, verificationRecordId, connectorData, replaces } = trip;
  await ask('post', '/verifications/social/verify', { body: { verificationRecordId, connectorData } });
  await ask(replaces ? 'put' : 'post', '/my-account/identities', {
    body: { newIdentifierVerificationRecordId: verificationRecordId },
  });
  return connectorId;
};
