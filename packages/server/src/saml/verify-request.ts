import type { X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { RequestError } from '../request-error.ts';
import { childrenOf, findAll, limitsOfRequest, parseXml } from '../xml/xml.ts';
import { findSigner } from './find-signer.ts';
import type { MessageParameter } from './message-parameter.ts';
import { acceptOurAlgorithms, signatureAlgorithms } from './signature-algorithms.ts';

const refuse = (reason: string, cause?: unknown) =>
  new RequestError('application.saml.invalid_request_signature', { cause: new Error(reason, { cause }) });

/**
 * Verifies the signature in the address of a message (SAML bindings, section 3.4.4.1): over the parameters as they were
 * sent. False where there is none.
 */
export const verifyQuery = (
  query: string,
  parameter: MessageParameter,
  certificates: readonly X509Certificate[],
): boolean => {
  const parts = query.split('&');
  const find = (name: string) => parts.filter(part => decode(part.split('=')[0] ?? '') === name);
  const [messages, relayStates, algorithms, signatures] = [
    find(parameter),
    find('RelayState'),
    find('SigAlg'),
    find('Signature'),
  ];
  if (signatures.length === 0) return false;
  const counts = [messages.length, algorithms.length, signatures.length, Math.max(relayStates.length, 1)];
  if (counts.some(count => count !== 1)) throw refuse('A parameter is there twice, or not at all.');
  // A name that is written in another way would be read, and not be signed.
  if (relayStates.some(part => !part.startsWith('RelayState=')))
    throw refuse('The relay state is not signed.');
  const read = (part: string) => decode(part.slice(part.indexOf('=') + 1));
  const algorithm = signatureAlgorithms[read(algorithms[0]!)];
  if (!algorithm) throw refuse(`The algorithm ${read(algorithms[0]!)} is not accepted.`);
  const sent = [...messages, ...relayStates, ...algorithms];
  const candidates = [sent, sent.map(encodeAgain)].map(parts => Buffer.from(parts.join('&')));
  const signature = Buffer.from(read(signatures[0]!), 'base64');
  const isSigned = certificates.some(({ publicKey }) =>
    candidates.some(signed => algorithm.isSignedBy(publicKey, signed, signature)),
  );
  if (!isSigned) throw refuse('The signature in the address does not fit.');
  return true;
};

/** Some libraries sign spaces as `%20` and send them as `+`: the value is the same. */
const encodeAgain = (part: string) => {
  const [name = '', value = ''] = part.split(/=(.*)/s);
  return `${name}=${encodeURIComponent(decode(value.replaceAll('+', ' ')))}`;
};

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw refuse('The address cannot be read.', error);
  }
};

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const transforms = new Set([`${dsig}enveloped-signature`, exclusive, `${exclusive}WithComments`]);
/** More say nothing, and each costs a look at the whole message (SAML core, section 5.4.4). */
const mostTransforms = 2;

/**
 * Verifies the signature that a message carries over itself as a whole, and gives back what was signed: nothing else of
 * the message may be read. Nothing where there is no signature.
 */
export const verifyMessage = (xml: string, certificates: readonly X509Certificate[]): string | undefined => {
  const root = parseXml(xml, limitsOfRequest);
  const signatures = childrenOf(root, 'Signature').filter(({ namespaceURI }) => namespaceURI === dsig);
  const [signature] = signatures;
  if (!signature) return undefined;
  const id = root.getAttribute('ID') ?? '';
  const isUnique = [root, ...findAll(root, '*')].filter(each => each.getAttribute('ID') === id).length === 1;
  if (signatures.length > 1 || !id || !isUnique)
    throw refuse('The signature does not cover the message alone.');
  const signer = findSigner(signature, certificates, acceptOurAlgorithms);
  const found = signer && check(xml, signature, `#${id}`, signer);
  if (found === undefined) throw refuse('The signature in the message does not fit.');
  return found;
};

const check = (xml: string, signature: Element, uri: string, certificate: X509Certificate) => {
  const signed = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null });
  acceptOurAlgorithms(signed);
  try {
    signed.loadSignature(signature as unknown as Node);
  } catch (error) {
    throw refuse('The signature cannot be read.', error);
  }
  const [reference, ...others] = signed.getReferences();
  if (!signatureAlgorithms[signed.signatureAlgorithm ?? ''])
    throw refuse('The algorithm of the signature is not accepted.');
  if (!reference || others.length > 0 || reference.uri !== uri)
    throw refuse('The signature refers to something else.');
  if (
    reference.transforms.length > mostTransforms ||
    !reference.transforms.every(name => transforms.has(name))
  )
    throw refuse('The signature transforms the message.');
  try {
    return signed.checkSignature(xml) ? signed.getSignedReferences()[0] : undefined;
  } catch {
    return undefined;
  }
};
