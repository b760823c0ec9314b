/** Deep or wide documents cost a parser, and the check of a signature, far more time than their length suggests. */
const mostLevels = 64;
/** On one element, namespace declarations included. */
const mostAttributes = 64;
/** In scope: those of an element and of the elements around it. */
const mostNamespaces = 64;
/** The parser's pattern for instructions takes quadratic time. */
const longestInstruction = 256;

export const notXml = 'This is not XML.';

const namePattern = /^[A-Za-z_\u00C0-\uFFFD][\w.:\-\u00B7\u00C0-\uFFFD]*$/;
const spaces = new Set([' ', '\t', '\n', '\r']);
const endsOfNames = new Set([...spaces, '=', '>', '/', '<', '"', "'"]);

class Refusal extends Error {}

export type XmlLimits = {
  /** Elements, attributes and comments of the document. */
  parts: number;
  /** Elements alone, which cost more than attributes do. */
  elements?: number;
  /**
   * Nodes directly in one element, pieces of text included. The check of a signature compares the places of nodes, which
   * takes as long as an element has nodes for each comparison.
   */
  children?: number;
  /** Elements that real messages fill with more, by their local names. */
  lists?: { names: ReadonlySet<string>; children: number };
};

/**
 * Reads a document once from left to right, before a parser does, and says why it should not be parsed. Markup that is
 * not well-formed is refused too: a parser might see other elements in it than this function does.
 */
export const findProblem = (xml: string, limits: XmlLimits): string | undefined => {
  try {
    scan(xml, limits);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

type Open = { name: string; namespaces: number; children: number };

const scan = (xml: string, { parts, elements = parts, ...limits }: XmlLimits) => {
  const open: Open[] = [];
  let count = 0;
  let elementCount = 0;
  let end = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', end)) {
    if (at > end) addChild(open.at(-1), limits);
    const next = xml[at + 1];
    if (next === '/') {
      end = closeElement(xml, at, open);
      continue;
    }
    count += 1;
    addChild(open.at(-1), limits);
    if (next === '!') end = skipComment(xml, at);
    else if (next === '?') end = skipInstruction(xml, at);
    else {
      const tag = openElement(xml, at, open);
      count += tag.attributes;
      elementCount += 1;
      end = tag.end;
    }
    if (elementCount > elements) throw new Refusal(`The XML has more than ${elements} elements.`);
    if (count > parts) throw new Refusal(`The XML has more than ${parts} elements and attributes.`);
  }
  if (open.length > 0) throw new Refusal(notXml);
};

const addChild = (parent: Open | undefined, { children, lists }: Pick<XmlLimits, 'children' | 'lists'>) => {
  if (!parent || children === undefined) return;
  parent.children += 1;
  if (parent.children <= children) return;
  const most = lists?.names.has(parent.name.split(':').at(-1) ?? '') ? lists.children : children;
  if (parent.children > most)
    throw new Refusal(`The XML has more than ${most} nodes in one ${parent.name.slice(0, 64)} element.`);
};

const openElement = (xml: string, at: number, open: Open[]) => {
  const { name, end, isEmpty, attributes, ...tag } = readStartTag(xml, at);
  const namespaces = tag.namespaces + (open.at(-1)?.namespaces ?? 0);
  if (namespaces > mostNamespaces) throw new Refusal(`The XML has more than ${mostNamespaces} namespaces.`);
  if (open.length >= mostLevels) throw new Refusal(`The XML has more than ${mostLevels} levels.`);
  if (!isEmpty) open.push({ name, namespaces, children: 0 });
  return { attributes, end };
};

const closeElement = (xml: string, at: number, open: Open[]) => {
  const { name, end } = readEndTag(xml, at);
  if (open.pop()?.name !== name) throw new Refusal(notXml);
  return end;
};

const after = (xml: string, mark: string, from: number) => {
  const found = xml.indexOf(mark, from);
  if (found < 0) throw new Refusal(notXml);
  return found + mark.length;
};

const skipComment = (xml: string, at: number) => {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at + 4);
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at + 9);
  throw new Refusal(notXml);
};

const skipInstruction = (xml: string, at: number) => {
  const end = after(xml, '?>', at + 2);
  if (end - at > longestInstruction) throw new Refusal('The XML has a long processing instruction.');
  return end;
};

const skipSpaces = (xml: string, from: number) => {
  let at = from;
  while (spaces.has(xml[at] ?? '')) at += 1;
  return at;
};

const readName = (xml: string, from: number) => {
  let end = from;
  while (end < xml.length && !endsOfNames.has(xml[end] ?? '')) end += 1;
  const name = xml.slice(from, end);
  if (!namePattern.test(name)) throw new Refusal(notXml);
  return { name, end };
};

const readEndTag = (xml: string, at: number) => {
  const { name, end } = readName(xml, at + 2);
  const close = skipSpaces(xml, end);
  if (xml[close] !== '>') throw new Refusal(notXml);
  return { name, end: close + 1 };
};

const readStartTag = (xml: string, start: number) => {
  const { name, end } = readName(xml, start + 1);
  let at = end;
  let namespaces = 0;
  for (let attributes = 0; ; attributes += 1) {
    const next = skipSpaces(xml, at);
    if (xml[next] === '>') return { name, namespaces, attributes, isEmpty: false, end: next + 1 };
    if (xml.startsWith('/>', next)) return { name, namespaces, attributes, isEmpty: true, end: next + 2 };
    if (next === at) throw new Refusal(notXml);
    if (attributes >= mostAttributes)
      throw new Refusal(`An element of the XML has more than ${mostAttributes} attributes.`);
    const attribute = readAttribute(xml, next);
    if (attribute.isNamespace) namespaces += 1;
    at = attribute.end;
  }
};

const readAttribute = (xml: string, from: number) => {
  const { name, end } = readName(xml, from);
  const equals = skipSpaces(xml, end);
  const start = skipSpaces(xml, equals + 1);
  const quote = xml[start];
  if (xml[equals] !== '=' || (quote !== '"' && quote !== "'")) throw new Refusal(notXml);
  const close = after(xml, quote, start + 1);
  if (xml.slice(start + 1, close).includes('<')) throw new Refusal(notXml);
  return { isNamespace: name === 'xmlns' || name.startsWith('xmlns:'), end: close };
};
