import { DOMParser } from '@xmldom/xmldom';
import { ConnectorError } from '../connectors/connector.ts';

/** Parses XML from outside. Documents that define entities or load others are never looked at. */
export const parseXml = (xml: string): Element => {
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(xml))
    throw new ConnectorError('invalid_response', 'XML with entities is refused.');
  let isBroken = false;
  const document = new DOMParser({
    errorHandler: level => {
      isBroken ||= level !== 'warning';
    },
  }).parseFromString(xml, 'text/xml');
  const root = document?.documentElement;
  if (isBroken || !root) throw new ConnectorError('invalid_response', 'This is not XML.');
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
