export type ZipEntry = { path: string; text: string };

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const crc32 = (bytes: Uint8Array) => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
};

type Field = [size: 2 | 4, value: number];

const record = (fields: readonly Field[]) => {
  const bytes = new Uint8Array(fields.reduce((length, [size]) => length + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
};

const version = 20;
const namesAreUtf8 = 0x0800;
/** 1980-01-01, the first day of the format: the same files make the same archive. */
const date = 0x0021;
const regularFile = 0o100644 * 0x10000;

/** An archive in the ZIP format (APPNOTE 6.3), without compression: samples are a few kilobytes. */
export const zip = (entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, text } of entries) {
    const name = encoder.encode(path);
    const bytes = encoder.encode(text);
    const facts: Field[] = [
      [2, version],
      [2, namesAreUtf8],
      [2, 0],
      [2, 0],
      [2, date],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ];
    const header = record([[4, 0x04034b50], ...facts]);
    // The high byte says that the permissions are those of Unix.
    const central = record([
      [4, 0x02014b50],
      [2, 0x0300 | version],
      ...facts,
      [2, 0],
      [2, 0],
      [2, 0],
      [4, regularFile],
      [4, offset],
    ]);
    parts.push(header, name, bytes);
    directory.push(central, name);
    offset += header.length + name.length + bytes.length;
  }
  const directorySize = directory.reduce((size, { length }) => size + length, 0);
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directorySize],
    [4, offset],
    [2, 0],
  ]);
  return joined([...parts, ...directory, end]);
};

const joined = (parts: readonly Uint8Array[]) => {
  const bytes = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};
