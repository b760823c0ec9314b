import { X509Certificate } from 'node:crypto';
import { ssoConfigs } from '@gatehouse/contract/sso-connectors.ts';
import { type Profile, SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { type JsonObject, textOf } from '../connectors/answers.ts';
import type { SocialAccount } from '../connectors/connector.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { certificatesToTry } from '../saml/read-certificates.ts';
import { explainFailure } from './explain-failure.ts';
import type { SamlKey } from './keys.ts';
import { findSigners, inspectDecrypted, inspectResponse } from './read-response.ts';
import { samlFailure } from './saml-failures.ts';
import { findIdentityProvider, type IdentityProvider } from './saml-metadata.ts';
import type { SamlSession } from './saml-session.ts';

/** Clocks of others may be a minute off. */
const skewMs = 60_000;

type ServiceProvider = {
  entityId: string;
  assertionConsumerServiceUrl: string;
  singleLogoutServiceUrl: string;
};

/** Our identity at the identity provider of a connector. */
export const serviceProviderOf = (endpoint: string, connectorId: string): ServiceProvider => ({
  entityId: `${endpoint}/enterprise-sso/${connectorId}`,
  assertionConsumerServiceUrl: `${endpoint}/api/authn/single-sign-on/saml/${connectorId}`,
  singleLogoutServiceUrl: `${endpoint}/api/authn/single-sign-on/saml/${connectorId}/logout`,
});

const certificatesOf = ({ certificates }: IdentityProvider) =>
  certificatesToTry(certificates.map(pem => new X509Certificate(pem)));

const createSaml = (
  { entityId, assertionConsumerServiceUrl }: ServiceProvider,
  idp: IdentityProvider,
  options: Partial<SamlConfig> = {},
) =>
  new SAML({
    idpCert: certificatesOf(idp).map(String),
    issuer: entityId,
    audience: entityId,
    callbackUrl: assertionConsumerServiceUrl,
    entryPoint: idp.signInEndpoint,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // One valid signature, of the response or of the assertion, is always needed: only what it covers is read.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMs,
    // The interaction checks that this responds to the browser's own request.
    validateInResponseTo: ValidateInResponseTo.never,
    ...options,
  });

const algorithms: Record<string, 'sha1' | 'sha256' | 'sha512'> = {
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'sha1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/** Returns the URL that carries our request to the identity provider. */
export const beginSaml = async (
  outgoing: Outgoing,
  config: JsonObject,
  sp: ServiceProvider,
  { requestId, state, isFresh, key }: { requestId: string; state: string; isFresh?: boolean; key?: SamlKey },
): Promise<string> => {
  const idp = await findIdentityProvider(outgoing, config);
  const { requestSignatureAlgorithm = '' } = ssoConfigs.saml.parse(config);
  const saml = createSaml(sp, idp, {
    generateUniqueId: () => requestId,
    forceAuthn: isFresh === true,
    ...(key
      ? {
          privateKey: key.privateKey,
          publicCert: key.certificate,
          signatureAlgorithm: algorithms[requestSignatureAlgorithm] ?? 'sha256',
        }
      : {}),
  });
  return saml.getAuthorizeUrlAsync(state, undefined, {});
};

/** The claims of an identity provider after all checks. */
export type Assertion = {
  assertionId: string;
  inResponseTo: string | undefined;
  issuer: string;
  expiresAt: number;
  account: SocialAccount;
  samlSession: SamlSession | undefined;
  /** When the user signed in there, if it says so. */
  authenticatedAt: number | undefined;
};

/** A provider that has changed its certificate is asked for the new one, once. */
export const readSamlResponse = async (
  outgoing: Outgoing,
  config: JsonObject,
  sp: ServiceProvider,
  response: string,
  decryptionKeys: readonly string[],
): Promise<Assertion> => {
  const facts = inspectResponse(response, sp.assertionConsumerServiceUrl);
  if (facts.isEncrypted && decryptionKeys.length === 0)
    throw samlFailure('not_decrypted', 'There is no decryption key: no certificate was published yet.');
  const idp = await findIdentityProvider(outgoing, config);
  const validateWith = (provider: IdentityProvider) =>
    withEachKey(facts.isEncrypted ? decryptionKeys : [undefined], async decryptionPvk => {
      const inside = decryptionPvk ? await inspectDecrypted(facts.encrypted, decryptionPvk) : [];
      const certificates = certificatesOf(provider);
      const idpCert = findSigners([...facts.signatures, ...inside], certificates, facts).map(String);
      return validate(createSaml(sp, provider, { decryptionPvk, idpCert }), response, facts);
    });
  const profile = await validateWith(idp).catch(async (error: unknown) => {
    const fresh = await findIdentityProvider(outgoing, config, { isDoubted: true });
    if (fresh.certificates.join() === idp.certificates.join()) throw error;
    return validateWith(fresh);
  });
  if (profile.issuer !== idp.entityId)
    throw samlFailure('wrong_issuer', `The issuer is ${profile.issuer}, expected ${idp.entityId}.`);
  return {
    issuer: idp.entityId,
    ...confirmationOf(profile, sp),
    account: accountOf(profile, config),
    samlSession: sessionOf(profile),
    authenticatedAt: instantOf(profile),
  };
};

/** The identity provider may still encrypt for a key from before the last rotation. */
const withEachKey = async (
  [key, ...others]: readonly (string | undefined)[],
  work: (key: string | undefined) => Promise<Profile>,
): Promise<Profile> => {
  try {
    return await work(key);
  } catch (error) {
    const isOfAnother = error instanceof RequestError && error.code === 'single_sign_on.saml.not_decrypted';
    if (!isOfAnother || others.length === 0) throw error;
    return withEachKey(others, work);
  }
};

/** The user and the session as the identity provider knows them; without a name ID it cannot name them later. */
const sessionOf = ({ nameID, nameIDFormat, sessionIndex }: Profile): SamlSession | undefined => {
  if (!nameID) return undefined;
  return { nameId: nameID, nameIdFormat: nameIDFormat ?? null, sessionIndex: textOf(sessionIndex) ?? null };
};

const assertionOf = (profile: Profile) => profile.getAssertion?.().Assertion as XmlNode | undefined;

/** Of several statements the oldest counts. */
const instantOf = (profile: Profile) => {
  const instants = nodesOf(assertionOf(profile), 'AuthnStatement')
    .map(({ $ }) => Date.parse($?.AuthnInstant ?? ''))
    .filter(Number.isFinite);
  return instants.length > 0 ? Math.min(...instants) : undefined;
};

const validate = async (saml: SAML, response: string, facts: { isEncrypted: boolean }): Promise<Profile> => {
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: Error) => {
      throw explainFailure(error, facts);
    });
  if (!profile)
    throw samlFailure('refused_by_provider', 'The identity provider answered without an assertion.');
  return profile;
};

type XmlNode = { $?: Record<string, string | undefined> } & Record<string, unknown>;
const nodesOf = (node: XmlNode | undefined, name: string) => (node?.[name] ?? []) as XmlNode[];
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** The bearer of the assertion is its subject (SAML profiles, section 4.1.4.3), here, now and for this request. */
const confirmationOf = (profile: Profile, { assertionConsumerServiceUrl }: ServiceProvider) => {
  const assertion = assertionOf(profile);
  const now = Date.now();
  const confirmations = nodesOf(nodesOf(assertion, 'Subject')[0], 'SubjectConfirmation')
    .filter(({ $ }) => $?.Method === bearer)
    .map(confirmation => nodesOf(confirmation, 'SubjectConfirmationData')[0]?.$ ?? {});
  const ours = confirmations.filter(({ Recipient }) => Recipient === assertionConsumerServiceUrl);
  if (ours.length === 0)
    throw samlFailure(
      'wrong_destination',
      `The recipient is ${confirmations[0]?.Recipient ?? 'missing'}, expected ${assertionConsumerServiceUrl}.`,
    );
  const confirmed = ours.find(
    ({ NotOnOrAfter, NotBefore }) =>
      Date.parse(NotOnOrAfter ?? '') > now - skewMs &&
      (NotBefore === undefined || Date.parse(NotBefore) <= now + skewMs),
  );
  if (!confirmed)
    throw samlFailure(
      'expired',
      `The subject was confirmed until ${ours[0]?.NotOnOrAfter ?? 'no time at all'}.`,
    );
  const assertionId = assertion?.$?.ID;
  if (!assertionId) throw samlFailure('unreadable', 'The assertion has no ID.');
  return {
    assertionId,
    inResponseTo: confirmed.InResponseTo,
    expiresAt: Date.parse(confirmed.NotOnOrAfter ?? ''),
  };
};

const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** Federations name an attribute by its OID in LDAP, or by the name before that (SAML X.500/LDAP attribute profile). */
const inLdap = (name: string, oid: string) => [name, `urn:oid:${oid}`, `urn:mace:dir:attribute-def:${name}`];

const usualNames = {
  email: [
    'email',
    `${claim}/emailaddress`,
    ...inLdap('mail', '0.9.2342.19200300.100.1.3'),
    'urn:oid:1.2.840.113549.1.9.1',
  ],
  name: [
    'name',
    'http://schemas.microsoft.com/identity/claims/displayname',
    ...inLdap('displayName', '2.16.840.1.113730.3.1.241'),
    `${claim}/name`,
    ...inLdap('cn', '2.5.4.3'),
  ],
} as const;

const accountOf = (profile: Profile, config: JsonObject): SocialAccount => {
  const { attributeMapping = {} } = ssoConfigs.saml.parse(config);
  const attributes = (profile.attributes ?? {}) as JsonObject;
  const find = (names: readonly string[]) =>
    names.map(name => textOf([attributes[name]].flat()[0])).find(value => value !== undefined);
  const mapped = attributeMapping.id && attributeMapping.id !== 'nameID' ? attributeMapping.id : undefined;
  const id = mapped ? find([mapped]) : textOf(profile.nameID);
  if (!id) throw samlFailure('unreadable', 'The assertion does not say who it is.');
  return {
    id,
    email: find(attributeMapping.email ? [attributeMapping.email] : usualNames.email)?.toLowerCase(),
    name: find(attributeMapping.name ? [attributeMapping.name] : usualNames.name),
    rawData: { nameID: profile.nameID, nameIDFormat: profile.nameIDFormat, ...attributes },
  };
};
