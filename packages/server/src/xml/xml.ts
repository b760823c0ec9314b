import { DOMParser } from '@xmldom/xmldom';
import { ConnectorError } from '../connectors/connector.ts';
import { findProblem, notXml } from './costly-xml.ts';

/** Elements, attributes and comments: a response names the groups of a user, perhaps a thousand, each with a type. */
const mostParts = 3000;
/** Requests and messages of single logout are short, and each certificate of a peer costs a look at all of it. */
export const mostPartsOfRequest = 500;
/** Metadata of a few hundred entities, at most 1 MB as a whole. */
export const mostPartsOfMetadata = 50_000;

/** Parses XML from outside. Documents that define entities, load others or take long to parse are never looked at. */
export const parseXml = (xml: string, most = mostParts): Element => {
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(xml))
    throw new ConnectorError('invalid_response', 'XML with entities is refused.');
  const problem = findProblem(xml, most);
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
