import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type Format = 'csv' | 'json';

type RecordFile<Item> = {
  reply: FastifyReply;
  /** Without its extension. */
  name: string;
  format: Format;
  /** The columns of a CSV line. */
  columns: Record<string, (item: Item) => string | undefined>;
  /** The JSON form of an item. Defaults to the item itself. */
  present?: (item: Item) => unknown;
  items: AsyncIterable<Item>;
};

const types = { csv: 'text/csv', json: 'application/json', html: 'text/html' };

/** A file that is written while it is read: however many records there are, few are in memory. */
export const sendRecords = <Item>({ reply, name, format, items, ...shape }: RecordFile<Item>) => {
  const text = format === 'csv' ? writeCsv(items, shape.columns) : writeJson(items, shape.present);
  return sendText({ reply, name, format, text });
};

type TextFile = {
  reply: FastifyReply;
  name: string;
  format: keyof typeof types;
  text: AsyncIterable<string>;
};

export const sendText = async ({ reply, name, format, text }: TextFile) => {
  const begun = await begin(text);
  reply
    .type(`${types[format]}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store');
  return Readable.from(begun);
};

/** Makes the first lines before anything is sent: what cannot be read at all is answered as an error, in words. */
const begin = async (text: AsyncIterable<string>) => {
  const lines = text[Symbol.asyncIterator]();
  const first: string[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    first.push(next.value);
    if (first.length === 2) break;
  }
  return (async function* () {
    yield first.join('');
    yield* inPieces({ [Symbol.asyncIterator]: () => lines });
  })();
};

const pieceLength = 64 * 1024;

/** A line at a time would cost more than the line. */
async function* inPieces(text: AsyncIterable<string>) {
  let piece = '';
  for await (const line of text) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

/**
 * Values that a spreadsheet would run as a formula are marked as text, because users can choose any name. Some take the
 * wide signs of East Asian keyboards for the same.
 */
const cell = (value = '') =>
  `"${(/^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

async function* writeCsv<Item>(items: AsyncIterable<Item>, columns: RecordFile<Item>['columns']) {
  yield `${Object.keys(columns).join(',')}\r\n`;
  const readers = Object.values(columns);
  for await (const item of items) yield `${readers.map(read => cell(read(item))).join(',')}\r\n`;
}

async function* writeJson<Item>(items: AsyncIterable<Item>, present = (item: Item): unknown => item) {
  let separator = '[\n';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(present(item))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
