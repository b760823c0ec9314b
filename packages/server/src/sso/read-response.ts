import type { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { decrypt } from 'xml-encryption';
import { findSigner } from '../saml/find-signer.ts';
import { childrenOf, findAll, parseXml } from '../xml/xml.ts';
import { explainFailure } from './explain-failure.ts';
import { samlFailure } from './saml-failures.ts';

/** Both can become an oracle for an attacker who sends changed copies of a message. */
const refusedMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
  'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
]);

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

const isSignature = ({ namespaceURI }: Element) => namespaceURI === signatureNamespace;

const isSigned = (element: Element) => childrenOf(element, 'Signature').some(isSignature);

/** Wherever they are: the library looks for them everywhere, too. */
const signaturesIn = (element: Element) => findAll(element, 'Signature').filter(isSignature);

/** One of the response and one of the assertion. */
const mostSignatures = 2;

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
  return {
    isEncrypted: encrypted.length > 0,
    encrypted: encrypted.map(String),
    signatures: signaturesIn(root),
  };
};

/**
 * Anyone can encrypt for us: what comes out is looked at like the response around it, before the library parses it. Answers
 * the signatures inside.
 */
export const inspectDecrypted = async (encrypted: readonly string[], key: string) => {
  const signatures: Element[] = [];
  for (const xml of encrypted)
    try {
      const assertion = parseXml(await promisify<string, { key: string }, string>(decrypt)(xml, { key }));
      signatures.push(...signaturesIn(assertion));
    } catch (error) {
      // One reason for all that is wrong inside, as in `explainFailure`.
      throw samlFailure('not_decrypted', (error as Error).message, error);
    }
  return signatures;
};

/**
 * The certificates of an identity provider that made the signatures of a response. The library would try each of them on
 * the whole response, in seconds, for anyone who sends a long one.
 */
export const findSigners = (
  signatures: readonly Element[],
  certificates: readonly X509Certificate[],
  { isEncrypted }: { isEncrypted: boolean },
) => {
  const isTooMany = signatures.length > mostSignatures;
  const signers = new Set(
    isTooMany ? [] : signatures.flatMap(signature => findSigner(signature, certificates) ?? []),
  );
  if (signatures.length > 0 && signers.size === 0)
    throw explainFailure(new Error('Invalid signature'), { isEncrypted });
  return signers.size > 0 ? [...signers] : certificates;
};

const parse = (xml: string) => {
  try {
    return parseXml(xml);
  } catch (error) {
    throw samlFailure('unreadable', (error as Error).message);
  }
};
