import { createHash, X509Certificate } from 'node:crypto';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import { type SamlSingleLogout, samlBindings, samlSingleLogout } from '@gatehouse/contract/saml.ts';
import { ssoConfigs } from '@gatehouse/contract/sso-connectors.ts';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../connectors/answers.ts';
import { ConnectorError } from '../connectors/connector.ts';
import { requireWebAddress } from '../connectors/discovery.ts';
import { createKeptAnswers } from '../outgoing/kept-answers.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { findAll, limitsOfMetadata, parseXml } from '../xml/xml.ts';

export type IdentityProvider = {
  entityId: string;
  signInEndpoint: string;
  /** PEM. Several while the provider changes from one to the next. */
  certificates: string[];
  /** The endpoint for single logout messages. */
  singleLogout?: SamlSingleLogout;
};

const lifetimeMs = 10 * minuteMs;
/** Anyone can send a response that does not fit: the provider is not asked for another certificate each time. */
const doubtMs = 60_000;
const mostDoubts = 20;

type Known = {
  /** Read once, not for each request: anyone can send those. */
  find: ReturnType<typeof createKeptAnswers<IdentityProvider>>;
  /** The number of early refreshes per address. */
  doubts: LRUCache<string, { count: number }>;
};
const caches = new WeakMap<Outgoing, Known>();

const createKnown = (): Known => ({
  find: createKeptAnswers({ max: 200, lifeMs: lifetimeMs }),
  doubts: new LRUCache({ max: 200, ttl: doubtMs }),
});

/** The facts about an identity provider: its metadata by URL or as XML, or manually entered fields. */
export const findIdentityProvider = async (
  outgoing: Outgoing,
  config: JsonObject,
  need: Need = {},
): Promise<IdentityProvider> => {
  const { metadataUrl, metadata, certificateAuthority, ...typed } = ssoConfigs.saml.parse(config);
  const { entityId, signInEndpoint, logoutEndpoint, x509Certificate } = typed;
  if (metadataUrl) return fetchProvider(outgoing.trusting(certificateAuthority), metadataUrl, need);
  if (metadata) return readOnce(metadata);
  if (!entityId || !signInEndpoint || !x509Certificate)
    throw new ConnectorError('invalid_config', 'The connection is not set up completely.');
  const certificates = x509Certificate.split(/(?=-----BEGIN )/).map(pemOf);
  return { entityId, signInEndpoint, certificates, ...logoutAt(logoutEndpoint) };
};

/** Fresh: read now. Doubted: something did not fit what is known, so that it may have changed. Retry: although it failed. */
type Need = { isFresh?: boolean; isDoubted?: boolean; isRetry?: boolean };

const fetchProvider = async (
  outgoing: Outgoing,
  url: string,
  { isFresh = false, isDoubted = false, isRetry }: Need,
) => {
  const known = caches.get(outgoing) ?? createKnown();
  caches.set(outgoing, known);
  const load = async () => readMetadata(await download(outgoing, url));
  return known.find(url, { load, isRetry, isFresh: isFresh || (isDoubted && mayDoubt(known, url)) });
};

const mayDoubt = ({ doubts }: Known, url: string) => {
  const doubt = doubts.get(url) ?? { count: 0 };
  if (doubt.count === 0) doubts.set(url, doubt);
  doubt.count += 1;
  return doubt.count <= mostDoubts;
};

const download = async (outgoing: Outgoing, url: string) => {
  const response = await outgoing.fetch(url, {
    headers: { accept: 'application/samlmetadata+xml, text/xml' },
  });
  if (!response.ok)
    throw new ConnectorError('invalid_metadata', `The metadata address answered with ${response.status}.`);
  return response.text();
};

/** Pasted metadata, by its digest. */
const pasted = new LRUCache<string, IdentityProvider>({ max: 200 });

const readOnce = (xml: string) => {
  const digest = createHash('sha256').update(xml).digest('base64');
  const provider = pasted.get(digest) ?? readMetadata(xml);
  pasted.set(digest, provider);
  return provider;
};

const readMetadata = (xml: string): IdentityProvider => {
  const root = parseXml(xml, limitsOfMetadata);
  const descriptor = [root, ...findAll(root, 'EntityDescriptor')].find(
    ({ localName }) => localName === 'EntityDescriptor',
  );
  const idp = descriptor && findAll(descriptor, 'IDPSSODescriptor')[0];
  const services = idp ? findAll(idp, 'SingleSignOnService') : [];
  const service =
    services.find(each => each.getAttribute('Binding') === samlBindings.redirect) ??
    services.find(each => each.getAttribute('Binding') === samlBindings.post);
  const certificates = (idp ? findAll(idp, 'KeyDescriptor') : [])
    .filter(key => key.getAttribute('use') !== 'encryption')
    .flatMap(key => findAll(key, 'X509Certificate').map(each => pemOf(each.textContent ?? '')));
  const entityId = descriptor?.getAttribute('entityID');
  const signInEndpoint = service?.getAttribute('Location');
  if (!entityId || !signInEndpoint || certificates.length === 0)
    throw new ConnectorError('invalid_metadata', 'This is not the metadata of a SAML identity provider.');
  requireWebAddress(signInEndpoint);
  return { entityId, signInEndpoint, certificates, ...logoutIn(idp) };
};

/** An address that no browser should be sent to is none. */
const logoutAt = (
  url: string | null | undefined,
  { binding = samlBindings.redirect, responseUrl }: { binding?: string; responseUrl?: string } = {},
) => {
  const { data } = samlSingleLogout.safeParse({ binding, url, ...(responseUrl ? { responseUrl } : {}) });
  return data ? { singleLogout: data } : {};
};

const logoutIn = (idp: Element | undefined) => {
  const services = idp ? findAll(idp, 'SingleLogoutService') : [];
  const service = [samlBindings.redirect, samlBindings.post]
    .map(binding => services.find(each => each.getAttribute('Binding') === binding))
    .find(each => each !== undefined);
  const binding = service?.getAttribute('Binding') ?? undefined;
  const responseUrl = service?.getAttribute('ResponseLocation') || undefined;
  return logoutAt(service?.getAttribute('Location'), { binding, responseUrl });
};

/** With or without its first and last line, a certificate is the same. */
const pemOf = (text: string) => {
  const body = text.replace(/-----[A-Z ]+-----|\s/g, '');
  const pem = [
    '-----BEGIN CERTIFICATE-----',
    ...(body.match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----',
  ].join('\n');
  try {
    return new X509Certificate(pem).toString();
  } catch (error) {
    throw new ConnectorError('invalid_certificate', 'The certificate cannot be read.', { cause: error });
  }
};

/** A summary for administrators, including when the certificates expire. */
export const describeIdentityProvider = ({ certificates, singleLogout, ...rest }: IdentityProvider) => {
  const read = certificates.map(pem => new X509Certificate(pem));
  const expiresAt = Math.max(...read.map(({ validTo }) => Date.parse(validTo)));
  return {
    ...rest,
    ...(singleLogout ? { singleLogoutUrl: singleLogout.url } : {}),
    x509Certificate: certificates[0] ?? '',
    certificateExpiresAt: expiresAt,
    isCertificateValid: expiresAt > Date.now(),
  };
};
