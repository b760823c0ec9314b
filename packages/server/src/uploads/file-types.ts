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

const svgBeginning =
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE svg[^[>]*(?:\[[^\]]*\])?\s*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i;

export const isSvg = (bytes: Buffer) => svgBeginning.test(bytes.toString('utf8'));

/**
 * Nothing that runs or loads: no script, no event handlers, no embedded pages. No declarations either: entities spell
 * what is not to be seen here, and defaults of attributes add an event handler to an element that shows none.
 */
const isPlain = (text: string) =>
  !/<script|<foreignobject|<iframe|<embed|<object|<!(?:entity|attlist|element|notation)|\son\w+\s*=|javascript:/i.test(
    text,
  );
