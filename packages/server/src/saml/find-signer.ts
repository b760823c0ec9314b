import type { X509Certificate } from 'node:crypto';
import { findAncestorNs, SignedXml } from 'xml-crypto';
import { childrenOf, findAll } from '../xml/xml.ts';
import { certificatesToTry } from './read-certificates.ts';

/** With a chain of certificates and what names them, a signature has about thirty. */
const mostElements = 100;

/**
 * The certificate that a signature was made with, or nothing where it was made with none of these. Only the part is read
 * that is signed itself, which is short. The digest of the whole message takes far longer: it is for those to ask who
 * hold a key, and not for anyone who can send a message.
 */
export const findSigner = (
  signature: Element,
  certificates: readonly X509Certificate[],
  accept: (signed: SignedXml) => void = () => {},
): X509Certificate | undefined => {
  if (findAll(signature, '*').length > mostElements) return undefined;
  const signed = new SignedXml();
  accept(signed);
  try {
    const [signedInfo, ...others] = childrenOf(signature, 'SignedInfo');
    const [value] = childrenOf(signature, 'SignatureValue');
    if (!signedInfo || !value || others.length > 0) return undefined;
    const algorithmOf = (name: string) => childrenOf(signedInfo, name)[0]?.getAttribute('Algorithm') ?? '';
    const Canonicalization = signed.CanonicalizationAlgorithms[algorithmOf('CanonicalizationMethod')];
    const Verification = signed.SignatureAlgorithms[algorithmOf('SignatureMethod')];
    if (!Canonicalization || !Verification) return undefined;
    const text = new Canonicalization().process(signedInfo.cloneNode(true), {
      ancestorNamespaces: findAncestorNs(signedInfo as unknown as Document, '.'),
      defaultNsForPrefix: SignedXml.defaultNsForPrefix,
      signatureNode: signature,
    });
    const signatureValue = (value.textContent ?? '').replaceAll(/\s/g, '');
    return certificatesToTry(certificates).find(certificate =>
      new Verification().verifySignature(String(text), certificate.toString(), signatureValue),
    );
  } catch {
    // A signature that cannot be read was made by none of them.
    return undefined;
  }
};
