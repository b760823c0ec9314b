import { X509Certificate } from 'node:crypto';
import { samlBindings } from '@gatehouse/contract/saml.ts';
import { ssoConfigs } from '@gatehouse/contract/sso-connectors.ts';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../connectors/answers.ts';
import { ConnectorError } from '../connectors/connector.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { findAll, parseXml } from './xml.ts';

export type IdentityProvider = {
  entityId: string;
  signInEndpoint: string;
  /** PEM. Several while the provider changes from one to the next. */
  certificates: string[];
};

const lifetimeMs = 10 * 60_000;
const caches = new WeakMap<Outgoing, LRUCache<string, string>>();

/** What is known of an identity provider: its own metadata, by address or as it is, or the fields that somebody typed. */
export const findIdentityProvider = async (
  outgoing: Outgoing,
  config: JsonObject,
  { isFresh = false } = {},
): Promise<IdentityProvider> => {
  const { metadataUrl, metadata, entityId, signInEndpoint, x509Certificate, certificateAuthority } =
    ssoConfigs.saml.parse(config);
  if (metadataUrl)
    return readMetadata(await fetchMetadata(outgoing.trusting(certificateAuthority), metadataUrl, isFresh));
  if (metadata) return readMetadata(metadata);
  if (!entityId || !signInEndpoint || !x509Certificate)
    throw new ConnectorError('invalid_config', 'The connection is not set up completely.');
  return { entityId, signInEndpoint, certificates: x509Certificate.split(/(?=-----BEGIN )/).map(pemOf) };
};

const fetchMetadata = async (outgoing: Outgoing, url: string, isFresh: boolean) => {
  const cache =
    caches.get(outgoing) ??
    new LRUCache<string, string>({ max: 200, ttl: lifetimeMs, allowStale: true, noDeleteOnStaleGet: true });
  caches.set(outgoing, cache);
  if (!isFresh && cache.getRemainingTTL(url) > 0) return cache.get(url) ?? '';
  try {
    const text = await download(outgoing, url);
    cache.set(url, text);
    return text;
  } catch (error) {
    // An address that does not answer for a while locks nobody out: what it said last still counts.
    const known = isFresh ? undefined : cache.get(url);
    if (known === undefined) throw error;
    return known;
  }
};

const download = async (outgoing: Outgoing, url: string) => {
  const response = await outgoing.fetch(url, {
    headers: { accept: 'application/samlmetadata+xml, text/xml' },
  });
  if (!response.ok)
    throw new ConnectorError('invalid_metadata', `The metadata address answered with ${response.status}.`);
  return response.text();
};

const readMetadata = (xml: string): IdentityProvider => {
  const root = parseXml(xml);
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
  return { entityId, signInEndpoint, certificates };
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

/** What administrators want to know of it: above all, until when it signs. */
export const describeIdentityProvider = ({ certificates, ...rest }: IdentityProvider) => {
  const read = certificates.map(pem => new X509Certificate(pem));
  const expiresAt = Math.max(...read.map(({ validTo }) => Date.parse(validTo)));
  return {
    ...rest,
    x509Certificate: certificates[0] ?? '',
    certificateExpiresAt: expiresAt,
    isCertificateValid: expiresAt > Date.now(),
  };
};
