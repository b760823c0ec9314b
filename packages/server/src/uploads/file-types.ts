/** A kind of file that people may upload, told by its content: what a browser says of a file proves nothing. */
export type FileType = { mimeType: string; extension: string };

const startsWith = (bytes: Buffer, ...signature: number[]) =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature));

const textAt = (bytes: Buffer, start: number, text: string) =>
  bytes.toString('latin1', start, start + text.length) === text;

const types: readonly (FileType & { matches(bytes: Buffer): boolean })[] = [
  { mimeType: 'image/jpeg', extension: 'jpg', matches: bytes => startsWith(bytes, 0xff, 0xd8, 0xff) },
  {
    mimeType: 'image/png',
    extension: 'png',
    matches: bytes => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  { mimeType: 'image/gif', extension: 'gif', matches: bytes => textAt(bytes, 0, 'GIF8') },
  { mimeType: 'image/vnd.microsoft.icon', extension: 'ico', matches: bytes => startsWith(bytes, 0, 0, 1, 0) },
  {
    mimeType: 'image/webp',
    extension: 'webp',
    matches: bytes => textAt(bytes, 0, 'RIFF') && textAt(bytes, 8, 'WEBP'),
  },
  { mimeType: 'image/bmp', extension: 'bmp', matches: bytes => textAt(bytes, 0, 'BM') && bytes.length > 26 },
  {
    mimeType: 'image/tiff',
    extension: 'tiff',
    matches: bytes => startsWith(bytes, 0x49, 0x49, 0x2a, 0) || startsWith(bytes, 0x4d, 0x4d, 0, 0x2a),
  },
  { mimeType: 'application/zip', extension: 'zip', matches: bytes => startsWith(bytes, 0x50, 0x4b, 3, 4) },
  {
    mimeType: 'image/svg+xml',
    extension: 'svg',
    matches: bytes => isSvg(bytes) && isPlain(bytes.toString('utf8')),
  },
];

export const fileTypeOf = (bytes: Buffer): FileType | undefined => types.find(type => type.matches(bytes));

export const mimeTypeOf = (extension: string) => types.find(type => type.extension === extension)?.mimeType;

/** Markup that may precede the first element, with its terminator. */
const preludes = [
  { begins: '<?xml', ends: '?>' },
  { begins: '<!--', ends: '-->' },
] as const;

/**
 * Read from left to right, once. A pattern for all of it would try every way to divide what stands before the first
 * element, and keep the server busy for years with a few hundred bytes.
 */
export const isSvg = (bytes: Buffer) => {
  const text = bytes.toString('utf8').toLowerCase();
  let at = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  for (;;) {
    const prelude = preludes.find(({ begins }) => text.startsWith(begins, at));
    const end = prelude ? endOf(text, prelude.ends, at) : endOfDoctype(text, at);
    if (end === undefined) return /^<svg[\s>]/.test(text.slice(at, at + 5));
    at = skipSpace(text, end);
  }
};

const skipSpace = (text: string, from: number) => {
  let at = from;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
};

const endOf = (text: string, mark: string, from: number) => {
  const found = text.indexOf(mark, from);
  return found === -1 ? undefined : found + mark.length;
};

/** Declarations can stand in brackets before its end. */
const endOfDoctype = (text: string, from: number) => {
  if (!text.startsWith('<!doctype svg', from)) return undefined;
  const end = endOf(text, '>', from);
  const open = text.indexOf('[', from);
  if (end === undefined || open === -1 || open > end) return end;
  const closed = endOf(text, ']', open);
  return closed === undefined ? undefined : endOf(text, '>', closed);
};

/**
 * Nothing that runs or loads: no script, no event handlers, no embedded pages. No declarations either: entities spell
 * what is not to be seen here, and defaults of attributes add an event handler to an element that shows none.
 */
const isPlain = (text: string) =>
  !/<script|<foreignobject|<iframe|<embed|<object|<!(?:entity|attlist|element|notation)|\son\w+\s*=|javascript:/i.test(
    text,
  );
