import { minuteMs } from '@gatehouse/contract/duration.ts';
import { RequestError } from '../request-error.ts';
import { orRefuse, type Received, readSigned, unpack } from '../saml/received.ts';
import { childrenOf, limitsOfRequest, parseXml } from '../xml/xml.ts';
import type { Peer } from './peer.ts';

/** Clocks of others may be a minute off. */
const skewMs = 60_000;
/** A browser brings a message at once; where it says nothing about its end, that is soon. */
const longestMs = 5 * minuteMs;
const mostSessions = 50;

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** Why a message is refused: for the audit log. The user learns that it was. */
export const refuseMessage = (reason: string, cause?: unknown) =>
  new RequestError('session.single_logout_refused', { cause: new Error(reason, { cause }) });

/** Reads the common fields of a message after verifying its signature. */
const readEnvelope = (received: Received, peer: Peer, element: 'LogoutRequest' | 'LogoutResponse') => {
  if (peer.certificates.length === 0)
    throw refuseMessage('There is no certificate to verify the signature with.');
  const signed = signedPart(received, peer);
  if (signed === undefined) throw refuseMessage('The message is not signed.');
  const root = parseXml(signed, limitsOfRequest);
  if (root.localName !== element || root.namespaceURI !== protocol)
    throw refuseMessage(`The message is no ${element}.`);
  const id = root.getAttribute('ID') ?? '';
  // It comes back in our answer.
  if (!/^[\w.-]{1,256}$/.test(id)) throw refuseMessage('The ID is no name.');
  const issuer = textOf(root, 'Issuer');
  if (issuer !== peer.entityId) throw refuseMessage(`The issuer is ${issuer}, expected ${peer.entityId}.`);
  // A signed message must name its destination (SAML bindings, sections 3.4.5.2 and 3.5.5.2).
  const destination = root.getAttribute('Destination');
  if (destination !== peer.own.logoutEndpoint)
    throw refuseMessage(
      `The destination is ${destination || 'missing'}, expected ${peer.own.logoutEndpoint}.`,
    );
  const issuedAt = Date.parse(root.getAttribute('IssueInstant') ?? '');
  const now = Date.now();
  if (!(issuedAt > now - longestMs - skewMs && issuedAt < now + skewMs))
    throw refuseMessage(`The message was issued at ${root.getAttribute('IssueInstant') || 'no time'}.`);
  return { root, id, issuedAt };
};

const signedPart = (received: Received, peer: Peer) => {
  try {
    return readSigned(received, peer.certificates);
  } catch (error) {
    const { cause = error } = error as Error;
    throw refuseMessage(cause instanceof Error ? cause.message : 'The message could not be read.', error);
  }
};

const childOf = (element: Element, name: string, namespace: string) =>
  childrenOf(element, name).filter(({ namespaceURI }) => namespaceURI === namespace);

const textOf = (root: Element, name: string) => childOf(root, name, assertion)[0]?.textContent?.trim();

/** Asks us to end sessions. */
export const readLogoutRequest = (received: Received, peer: Peer) => {
  const { root, id, issuedAt } = readEnvelope(received, peer, 'LogoutRequest');
  const end = root.getAttribute('NotOnOrAfter');
  if (end && !(Date.parse(end) > Date.now() - skewMs)) throw refuseMessage(`The request ended at ${end}.`);
  const [nameId, ...others] = childOf(root, 'NameID', assertion);
  const value = nameId?.textContent?.trim();
  if (!nameId || !value || others.length > 0) throw refuseMessage('The request names no user, or several.');
  const sessionIndexes = childOf(root, 'SessionIndex', protocol).map(each => each.textContent?.trim() ?? '');
  if (sessionIndexes.length > mostSessions) throw refuseMessage('The request names too many sessions.');
  return {
    id,
    nameId: value,
    sessionIndexes,
    /** Until then it could come again. */
    countsUntil: issuedAt + longestMs + 2 * skewMs,
  };
};

/**
 * Hears the answer to a request of ours. Which one it answers is read before anything is verified: it says only where to
 * look, and cannot be guessed.
 */
export const hearAnswer = (received: Received, peer: Peer): { inResponseTo: string; problem?: string } => {
  const named = orRefuse(
    () => parseXml(unpack(received), limitsOfRequest).getAttribute('InResponseTo') ?? '',
  );
  try {
    const { root } = readEnvelope(received, peer, 'LogoutResponse');
    const inResponseTo = root.getAttribute('InResponseTo') ?? '';
    const [status] = childOf(root, 'Status', protocol);
    const [code] = status ? childOf(status, 'StatusCode', protocol) : [];
    const [detail] = code ? childOf(code, 'StatusCode', protocol) : [];
    const values = [code, detail].map(each => each?.getAttribute('Value') ?? '');
    const isDone = values[0]?.endsWith(':status:Success') && !values[1]?.endsWith(':PartialLogout');
    if (inResponseTo !== named)
      return { inResponseTo: named, problem: 'The signed part answers something else.' };
    return isDone ? { inResponseTo } : { inResponseTo, problem: `The answer is ${values.join(' ').trim()}.` };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { cause } = error;
    return { inResponseTo: named, problem: cause instanceof Error ? cause.message : error.code };
  }
};
