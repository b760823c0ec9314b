import { DOMParser } from '@xmldom/xmldom';
import { ConnectorError } from '../connectors/connector.ts';
import { findProblem, notXml, type XmlLimits } from './costly-xml.ts';

/**
 * A response has the groups of a user: up to a thousand in a large enterprise, or five hundred where each has a type and
 * its two namespaces. Other elements have a dozen children. The check of a signature looks at everything several times:
 * at these limits it takes a core for a fifth of a second.
 */
const limitsOfResponse: XmlLimits = {
  parts: 2200,
  elements: 1100,
  children: 100,
  lists: { names: new Set(['Attribute', 'AttributeStatement']), children: 2100 },
};
/** Requests and messages of single logout are short, and each certificate of a peer costs a look at all of it. */
export const limitsOfRequest: XmlLimits = { parts: 500 };
/** Metadata of a few hundred entities, at most 1 MB as a whole. */
export const limitsOfMetadata: XmlLimits = { parts: 50_000 };

/** Parses XML from outside. Documents that define entities, load others or take long to parse are never looked at. */
export const parseXml = (xml: string, limits = limitsOfResponse): Element => {
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(xml))
    throw new ConnectorError('invalid_response', 'XML with entities is refused.');
  const problem = findProblem(xml, limits);
  if (problem) throw new ConnectorError('invalid_response', problem);
  let isBroken = false;
  const document = new DOMParser({
    errorHandler: level => {
      isBroken ||= level !== 'warning';
    },
  }).parseFromString(xml, 'text/xml');
  const root = document?.documentElement;
  if (isBroken || !root) throw new ConnectorError('invalid_response', notXml);
  return root;
};

/** The elements below one by their local name, wherever they are. */
export const findAll = (element: Element, name: string): Element[] =>
  Array.from(element.getElementsByTagNameNS('*', name));

/** The elements directly in one. */
export const childrenOf = (element: Element, name: string): Element[] =>
  Array.from(element.childNodes as unknown as Iterable<Element>).filter(
    ({ localName }) => localName === name,
  );
