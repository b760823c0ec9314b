import { escapeXml } from '../xml/escape-xml.ts';

const namespaces =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const status = 'urn:oasis:names:tc:SAML:2.0:status';

export type AssertionFields = {
  id: string;
  issuer: string;
  audience: string;
  recipient: string;
  /** The request that it responds to. Absent for an unsolicited response. */
  inResponseTo?: string;
  nameId: { format: string; value: string };
  attributes: Record<string, string | readonly string[]>;
  issuedAt: number;
  expiresAt: number;
  authentication: Authentication;
};

/** The method and time of the sign-in, and the session index for this service provider. */
export type Authentication = { at: number; sessionIndex: string; contextClass: string };

const isoOf = (time: number) => new Date(time).toISOString();
const attribute = (name: string, value: string | undefined) =>
  value === undefined ? '' : ` ${name}="${escapeXml(value)}"`;

/** Names that are URIs say so (SAML core, section 8.2). */
const nameFormatOf = (name: string) =>
  `urn:oasis:names:tc:SAML:2.0:attrname-format:${/^(urn:|https?:)/i.test(name) ? 'uri' : 'basic'}`;

/** Clocks of others may be a little behind. */
const earlyMs = 60_000;

/** The statements about a user (SAML core, section 2.3.3). */
export const printAssertion = (fields: AssertionFields) => {
  const { id, issuer, audience, recipient, inResponseTo, nameId, attributes, issuedAt, expiresAt } = fields;
  const { authentication } = fields;
  const statements = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeXml(name)}" NameFormat="${nameFormatOf(name)}">` +
      [values]
        .flat()
        .map(
          value =>
            `<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema">${escapeXml(value)}</saml:AttributeValue>`,
        )
        .join('') +
      '</saml:Attribute>',
  );
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${isoOf(issuedAt)}">` +
    `<saml:Issuer>${escapeXml(issuer)}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${nameId.format}">${escapeXml(nameId.value)}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
    `<saml:SubjectConfirmationData NotOnOrAfter="${isoOf(expiresAt)}" Recipient="${escapeXml(recipient)}"${attribute('InResponseTo', inResponseTo)}/>` +
    '</saml:SubjectConfirmation></saml:Subject>' +
    `<saml:Conditions NotBefore="${isoOf(issuedAt - earlyMs)}" NotOnOrAfter="${isoOf(expiresAt)}">` +
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${isoOf(authentication.at)}" SessionIndex="${escapeXml(authentication.sessionIndex)}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>${escapeXml(authentication.contextClass)}</saml:AuthnContextClassRef>` +
    '</saml:AuthnContext></saml:AuthnStatement>' +
    (statements.length > 0
      ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>`
      : '') +
    '</saml:Assertion>'
  );
};

/**
 * `NoPassive`: the user would have to be asked, and must not be. `NoAuthnContext`: the user cannot sign in as it is wanted
 * (SAML core, section 3.2.2.2).
 */
export type Failure = 'AuthnFailed' | 'NoPassive' | 'NoAuthnContext';

type ResponseFields = Pick<AssertionFields, 'id' | 'issuer' | 'recipient' | 'inResponseTo' | 'issuedAt'>;

/** The message that carries it (SAML core, section 3.3.3); without an assertion it says that there is none. */
export const printResponse = (
  { id, issuer, recipient, inResponseTo, issuedAt }: ResponseFields,
  assertion: string | undefined,
  failure: Failure = 'AuthnFailed',
) =>
  `<samlp:Response ${namespaces} ID="${id}" Version="2.0" IssueInstant="${isoOf(issuedAt)}" Destination="${escapeXml(recipient)}"${attribute('InResponseTo', inResponseTo)}>` +
  `<saml:Issuer>${escapeXml(issuer)}</saml:Issuer>` +
  `<samlp:Status>${
    assertion === undefined
      ? `<samlp:StatusCode Value="${status}:Responder"><samlp:StatusCode Value="${status}:${failure}"/></samlp:StatusCode>`
      : `<samlp:StatusCode Value="${status}:Success"/>`
  }</samlp:Status>${assertion ?? ''}</samlp:Response>`;
