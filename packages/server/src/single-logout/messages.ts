import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { Subject } from '../domain/saml-participants.ts';
import { escapeXml } from '../xml/escape-xml.ts';

const namespaces =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const status = 'urn:oasis:names:tc:SAML:2.0:status';

/** The validity of our request. It can be short because the browser delivers it at once. */
const lifetimeMs = 5 * minuteMs;

type Envelope = { id: string; issuer: string; destination: string };

const attributesOf = ({ id, destination }: Envelope, issuedAt: number) =>
  `${namespaces} ID="${id}" Version="2.0" IssueInstant="${new Date(issuedAt).toISOString()}" Destination="${escapeXml(destination)}"`;

/** Asks to end sessions (SAML core, section 3.7.1). */
export const printLogoutRequest = (
  envelope: Envelope,
  { nameId, nameIdFormat, sessionIndexes }: Subject,
  issuedAt = Date.now(),
) =>
  `<samlp:LogoutRequest ${attributesOf(envelope, issuedAt)} NotOnOrAfter="${new Date(issuedAt + lifetimeMs).toISOString()}">` +
  `<saml:Issuer>${escapeXml(envelope.issuer)}</saml:Issuer>` +
  `<saml:NameID${nameIdFormat ? ` Format="${escapeXml(nameIdFormat)}"` : ''}>${escapeXml(nameId)}</saml:NameID>` +
  sessionIndexes.map(index => `<samlp:SessionIndex>${escapeXml(index)}</samlp:SessionIndex>`).join('') +
  '</samlp:LogoutRequest>';

/**
 * `PartialLogout`: the sessions ended here, and not everywhere. `UnknownPrincipal`: there is no such session (SAML core,
 * sections 3.2.2.2 and 3.7.3.2).
 */
export type Outcome = 'Success' | 'PartialLogout' | 'UnknownPrincipal';

const codes: Readonly<Record<Outcome, string>> = {
  Success: `<samlp:StatusCode Value="${status}:Success"/>`,
  PartialLogout: `<samlp:StatusCode Value="${status}:Success"><samlp:StatusCode Value="${status}:PartialLogout"/></samlp:StatusCode>`,
  UnknownPrincipal: `<samlp:StatusCode Value="${status}:Requester"><samlp:StatusCode Value="${status}:UnknownPrincipal"/></samlp:StatusCode>`,
};

/** Answers such a question (SAML core, section 3.7.2). */
export const printLogoutResponse = (envelope: Envelope, inResponseTo: string, outcome: Outcome) =>
  `<samlp:LogoutResponse ${attributesOf(envelope, Date.now())} InResponseTo="${escapeXml(inResponseTo)}">` +
  `<saml:Issuer>${escapeXml(envelope.issuer)}</saml:Issuer><samlp:Status>${codes[outcome]}</samlp:Status></samlp:LogoutResponse>`;
