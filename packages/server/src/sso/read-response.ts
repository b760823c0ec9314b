import { promisify } from 'node:util';
import { decrypt } from 'xml-encryption';
import { childrenOf, parseXml } from '../xml/xml.ts';
import { samlFailure } from './saml-failures.ts';

/** Both can be turned into an oracle by whoever can send us changed copies of a message. */
const refusedMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
  'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
]);

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

const isSigned = (element: Element) =>
  childrenOf(element, 'Signature').some(({ namespaceURI }) => namespaceURI === signatureNamespace);

/** Looks at what can be known of a response before its signature is verified. Nothing of it is believed yet. */
export const inspectResponse = (response: string, acsUrl: string) => {
  const root = parse(Buffer.from(response, 'base64').toString('utf8'));
  if (root.localName !== 'Response')
    throw samlFailure('unreadable', `The message is a ${root.localName}, not a Response.`);
  const destination = root.getAttribute('Destination');
  if (destination && destination !== acsUrl)
    throw samlFailure('wrong_destination', `The destination is ${destination}, expected ${acsUrl}.`);
  const assertions = childrenOf(root, 'Assertion');
  const encrypted = childrenOf(root, 'EncryptedAssertion');
  if (assertions.length > 0 && encrypted.length === 0 && ![root, ...assertions].some(isSigned))
    throw samlFailure('unsigned', 'Neither the response nor the assertion is signed.');
  for (const method of encrypted.flatMap(each =>
    Array.from(each.getElementsByTagNameNS('*', 'EncryptionMethod')),
  )) {
    const algorithm = method.getAttribute('Algorithm') ?? '';
    if (refusedMethods.has(algorithm))
      throw samlFailure('not_decrypted', `The algorithm ${algorithm} is not accepted.`);
  }
  if (encrypted.length > 1) throw samlFailure('unreadable', 'There are several assertions.');
  return { isEncrypted: encrypted.length > 0, encrypted: encrypted.map(String) };
};

/** Anyone can encrypt for us: what comes out is looked at like the response around it, before the library parses it. */
export const inspectDecrypted = async (encrypted: readonly string[], key: string) => {
  for (const xml of encrypted)
    try {
      parseXml(await promisify<string, { key: string }, string>(decrypt)(xml, { key }));
    } catch (error) {
      // One reason for all that is wrong inside, as in `explainFailure`.
      throw samlFailure('not_decrypted', (error as Error).message, error);
    }
};

const parse = (xml: string) => {
  try {
    return parseXml(xml);
  } catch (error) {
    throw samlFailure('unreadable', (error as Error).message);
  }
};
