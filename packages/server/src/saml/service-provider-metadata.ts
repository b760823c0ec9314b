import { X509Certificate } from 'node:crypto';
import {
  nameIdFormats,
  type SamlApplicationConfig,
  samlApplicationConfig,
  samlBindings,
} from '@gatehouse/contract/saml.ts';
import { childrenOf, findAll, limitsOfMetadata, parseXml } from '../xml/xml.ts';
import { refuseMetadata } from './refuse-metadata.ts';

/** Federations publish thousands of entities in one file; an application needs the metadata of one. */
const maximumLength = 1024 * 1024;

/** Settings that come from the metadata. All others stay as the administrators set them. */
export type ImportedConfig = Pick<
  SamlApplicationConfig,
  | 'entityId'
  | 'acsUrl'
  | 'otherAcsUrls'
  | 'nameIdFormat'
  | 'signedElement'
  | 'requestSigning'
  | 'encryption'
  | 'singleLogout'
>;

/** Reads what a service provider says of itself (SAML metadata, section 2.4.4). */
export const readServiceProvider = (xml: string, current: ImportedConfig): ImportedConfig => {
  if (xml.length > maximumLength) throw refuseMetadata('It is larger than 1 MB.');
  const { descriptor, role } = findRole(parse(xml), current.entityId);
  const services = servicesIn(role, 'AssertionConsumerService').filter(
    ({ binding }) => binding === samlBindings.post,
  );
  const [first, ...others] = services.toSorted(byPreference);
  if (!first) throw refuseMetadata('It has no AssertionConsumerService with the binding HTTP-POST.');
  const imported: ImportedConfig = {
    entityId: descriptor.getAttribute('entityID'),
    acsUrl: { binding: samlBindings.post, url: first.url },
    otherAcsUrls: [first, ...others].flatMap(({ url, index }) =>
      url === first.url && index === undefined ? [] : [{ url, ...(index === undefined ? {} : { index }) }],
    ),
    nameIdFormat: nameIdFormatIn(role) ?? current.nameIdFormat,
    signedElement: signedElementFor(role, current.signedElement),
    requestSigning: requestSigningIn(role, current.requestSigning),
    encryption: encryptionIn(role, current.encryption),
    singleLogout: singleLogoutIn(role),
  };
  return validate(imported);
};

const parse = (xml: string) => {
  try {
    return parseXml(xml, limitsOfMetadata);
  } catch (error) {
    throw refuseMetadata((error as Error).message, error);
  }
};

/** The one service provider in the document; of several, the one that the application already knows. */
const findRole = (root: Element, entityId: string | null) => {
  const entities = root.localName === 'EntityDescriptor' ? [root] : findAll(root, 'EntityDescriptor');
  const found = entities.flatMap(descriptor =>
    childrenOf(descriptor, 'SPSSODescriptor')
      .slice(0, 1)
      .map(role => ({ descriptor, role })),
  );
  const known = found.filter(({ descriptor }) => descriptor.getAttribute('entityID') === entityId);
  const [one, ...others] = known.length > 0 ? known : found;
  if (!one) throw refuseMetadata('It describes no SAML service provider.');
  if (others.length > 0)
    throw refuseMetadata('It describes several service providers. Enter the entity ID first.');
  for (const element of [root, one.descriptor, one.role]) {
    const end = element.getAttribute('validUntil');
    if (end && !(Date.parse(end) > Date.now())) throw refuseMetadata(`It was valid until ${end}.`);
  }
  return one;
};

const servicesIn = (role: Element, name: string) =>
  childrenOf(role, name).map(element => {
    const index = element.getAttribute('index');
    return {
      binding: element.getAttribute('Binding'),
      url: element.getAttribute('Location') ?? '',
      responseUrl: element.getAttribute('ResponseLocation') || undefined,
      index: index && /^\d{1,5}$/.test(index) ? Number(index) : undefined,
      isDefault: readBoolean(element, 'isDefault'),
    };
  });

const readBoolean = (element: Element, name: string) => {
  const value = element.getAttribute(name);
  return value ? value === 'true' || value === '1' : undefined;
};

/** The default, else the first that is not said to be none (SAML metadata, section 2.2.3). */
const rank = (isDefault: boolean | undefined) => (isDefault === undefined ? 1 : isDefault ? 0 : 2);
const byPreference = (one: { isDefault?: boolean }, other: { isDefault?: boolean }) =>
  rank(one.isDefault) - rank(other.isDefault);

const nameIdFormatIn = (role: Element) => {
  const known: readonly string[] = Object.values(nameIdFormats);
  const found = childrenOf(role, 'NameIDFormat').map(({ textContent }) => textContent?.trim() ?? '');
  return found.find((format): format is SamlApplicationConfig['nameIdFormat'] => known.includes(format));
};

const signedElementFor = (role: Element, current: SamlApplicationConfig['signedElement']) =>
  readBoolean(role, 'WantAssertionsSigned') && current === 'Response' ? 'Both' : current;

const certificatesIn = (role: Element, use: 'signing' | 'encryption') =>
  childrenOf(role, 'KeyDescriptor')
    .filter(key => [use, '', null].includes(key.getAttribute('use')))
    .flatMap(key => findAll(key, 'X509Certificate'))
    .map(({ textContent }) => {
      try {
        return new X509Certificate(Buffer.from(textContent ?? '', 'base64'));
      } catch (error) {
        throw refuseMetadata('A certificate in it cannot be read.', error);
      }
    });

/** A refresh never lowers what administrators ask for. */
const requestSigningIn = (role: Element, current: SamlApplicationConfig['requestSigning']) => {
  const certificates = certificatesIn(role, 'signing');
  if (certificates.length === 0) return current;
  const isRequired = readBoolean(role, 'AuthnRequestsSigned') === true || current?.isRequired === true;
  return { certificate: certificates.map(String).join(''), isRequired };
};

/**
 * Administrators decide whether assertions are encrypted. The service provider's metadata supplies the certificate.
 */
const encryptionIn = (role: Element, current: SamlApplicationConfig['encryption']) => {
  const certificate = certificatesIn(role, 'encryption').find(
    ({ publicKey }) => publicKey.asymmetricKeyType === 'rsa',
  );
  if (!certificate) return current;
  const { encryptAssertion = false, encryptThenSign = false } = current ?? {};
  return { encryptAssertion, encryptThenSign, certificate: certificate.toString() };
};

const singleLogoutIn = (role: Element): SamlApplicationConfig['singleLogout'] => {
  const services = servicesIn(role, 'SingleLogoutService');
  const service = [samlBindings.redirect, samlBindings.post]
    .map(binding => services.find(each => each.binding === binding))
    .find(each => each !== undefined);
  if (!service) return null;
  const { url, responseUrl } = service;
  const binding = service.binding === samlBindings.post ? samlBindings.post : samlBindings.redirect;
  return { binding, url, ...(responseUrl ? { responseUrl } : {}) };
};

/** The same rules as for what administrators type. */
const validate = (imported: ImportedConfig): ImportedConfig => {
  const { error, data } = samlApplicationConfig.partial().safeParse(imported);
  if (!error) return data as ImportedConfig;
  const [issue] = error.issues;
  throw refuseMetadata(`It has a value that is not accepted: ${issue?.path.join('.')}.`, error);
};
