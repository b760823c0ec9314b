import { systemOrigin } from '../domain/origins.ts';
import { signOutSession } from '../domain/sessions.ts';
import type { Tenant } from '../domain/tenant.ts';
import { spendWithin } from '../domain/used-credentials.ts';
import { RequestError } from '../request-error.ts';
import type { Received } from '../saml/received.ts';
import { findPeer } from './find-peer.ts';
import {
  findUnanswered,
  keepLogout,
  type Logout,
  type LogoutState,
  lockLogout,
  newMessageId,
  settleAnswer,
  updateLogout,
} from './logouts.ts';
import { type Outcome, printLogoutRequest, printLogoutResponse } from './messages.ts';
import type { Dependencies, Peer } from './peer.ts';
import { readLogoutRequest, refuseMessage } from './read-message.ts';
import { type Outbound, packMessage } from './send.ts';
import { findMeant, isSame, takeParticipants } from './sessions.ts';

/** The browser's next step: it carries a message to the peer, or it is done. */
export type Step = { outbound: Outbound } | { returnTo: string | undefined; failed: string[] };

const origin = systemOrigin('single-logout');

type Ended = { id: string; userId?: string };

/** Ends the sessions that the other side means. Its users are signed out here before anyone else hears of it. */
export const receiveRequest = async (
  dependencies: Dependencies,
  peer: Peer,
  received: Received,
  relayState: string,
): Promise<{ userId?: string; step: Step }> => {
  const request = readLogoutRequest(received, peer);
  const asker = { kind: peer.kind, id: peer.id, requestId: request.id, relayState };
  const ended = await dependencies.tenant.database.write(origin, async (tx): Promise<Ended | undefined> => {
    const isNew = await spendWithin(tx.db, `${peer.kind} ${peer.id} ${request.id}`, {
      interactionId: 'single-logout',
      expiresAt: request.countsUntil,
    });
    // Sessions end once. A peer that missed the response can ask for the rest again.
    const unanswered = isNew ? undefined : await findUnanswered(tx.db, asker);
    if (unanswered) return { id: unanswered.id };
    if (!isNew) throw refuseMessage('The request was already used.');
    const meant = await findMeant(tx.db, peer, request);
    const [first] = meant;
    if (!first) return undefined;
    for (const { userId, sessionUid } of meant) await signOutSession(tx, userId, sessionUid);
    const uids = meant.map(({ sessionUid }) => sessionUid);
    return { userId: first.userId, id: await keepLogout(tx, { asker }, await takeParticipants(tx, uids)) };
  });
  if (!ended) return { step: answerAsker(peer, asker, 'UnknownPrincipal') };
  return { userId: ended.userId, step: await continueLogout(dependencies, ended.id) };
};

/** The side that was asked last has answered: the next one is asked. */
export const receiveAnswer = async (
  dependencies: Dependencies,
  peer: Peer,
  requestId: string,
  isDone: boolean,
) => {
  const settled = await dependencies.tenant.database.write(origin, tx =>
    settleAnswer(tx, peer, requestId, isDone),
  );
  if (!settled) throw new RequestError('session.single_logout_not_found');
  return continueLogout(dependencies, settled.id);
};

/** Writes down who has to hear of a sign-out that begins here. It may come again after a server has stopped on the way. */
export const prepareLogout = (tenant: Tenant, sessionUid: string, id: string) =>
  tenant.database.write(origin, async tx => {
    const participants = await takeParticipants(tx, [sessionUid]);
    if (participants.length === 0) return;
    const known = await lockLogout(tx.db, id);
    if (known) await updateLogout(tx.db, { ...known, pending: [...known.pending, ...participants] });
    else await keepLogout(tx, { id }, participants);
  });

/** Gives the address that brings the browser to all of them; nothing where there are none, or no longer. */
export const beginLogout = async (tenant: Tenant, id: string, returnTo: string | undefined) => {
  const isKnown = await tenant.database.write(origin, async ({ db }) => {
    const logout = await lockLogout(db, id);
    if (logout && returnTo !== undefined) await updateLogout(db, { ...logout, returnTo });
    return logout !== undefined;
  });
  return isKnown ? `${tenant.endpoint}/api/saml-logouts/${id}` : undefined;
};

/** Asks the next side, or answers who asked us. The same step again gives the same request. */
export const continueLogout = async (dependencies: Dependencies, id: string): Promise<Step> => {
  const { database } = dependencies.tenant;
  const logout = await database.write(origin, ({ db }) => lockLogout(db, id));
  if (!logout) throw new RequestError('session.single_logout_not_found');
  const [current] = logout.pending;
  if (!current) return finish(dependencies, logout);
  const peer = await findPeer(dependencies, current);
  const { service, key } = peer ?? {};
  if (peer?.isTold && service && key) {
    const requestId = logout.requestId ?? newMessageId();
    const isOurs = await change(dependencies, logout, { ...logout, requestId });
    if (!isOurs) return continueLogout(dependencies, id);
    const envelope = { id: requestId, issuer: peer.own.entityId, destination: service.url };
    const xml = printLogoutRequest(envelope, current);
    const { url: to, binding } = service;
    return { outbound: packMessage({ parameter: 'SAMLRequest', xml, to, binding, relayState: '' }, key) };
  }
  // The peer that started it must learn that some could not be notified. If it started here, nothing else was expected
  // of them.
  const failed = logout.asker && peer?.isTold ? [...logout.failed, peer.name] : logout.failed;
  await change(dependencies, logout, {
    ...logout,
    pending: logout.pending.slice(1),
    failed,
    requestId: null,
  });
  return continueLogout(dependencies, id);
};

/** Writes the next step down, unless another request was faster. */
const change = ({ tenant }: Dependencies, seen: Logout, next: Logout) =>
  tenant.database.write(origin, async ({ db }) => {
    const now = await lockLogout(db, seen.id);
    if (now?.requestId !== seen.requestId || now.pending.length !== seen.pending.length) return false;
    await updateLogout(db, next);
    return true;
  });

/** The logout stays until it expires, because the server may stop before the browser hears of its end. */
const finish = async (dependencies: Dependencies, { asker, returnTo, failed }: Logout): Promise<Step> => {
  const peer = asker && (await findPeer(dependencies, asker));
  if (!asker || !peer || !isSame(peer, asker)) return { returnTo, failed };
  return answerAsker(peer, asker, failed.length > 0 ? 'PartialLogout' : 'Success');
};

/** Answers go to the registered address only. Without one the browser stays here. */
const answerAsker = (
  peer: Peer,
  { requestId, relayState }: NonNullable<LogoutState['asker']>,
  outcome: Outcome,
): Step => {
  const { service, key } = peer;
  if (!service || !key) return { returnTo: undefined, failed: [] };
  const to = service.responseUrl ?? service.url;
  const envelope = { id: newMessageId(), issuer: peer.own.entityId, destination: to };
  const xml = printLogoutResponse(envelope, requestId, outcome);
  const { binding } = service;
  return { outbound: packMessage({ parameter: 'SAMLResponse', xml, to, binding, relayState }, key) };
};
