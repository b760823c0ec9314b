import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type Format = 'csv' | 'json';

type RecordFile<Item> = {
  reply: FastifyReply;
  /** Without its extension. */
  name: string;
  format: Format;
  /** What a line of CSV shows. */
  columns: Record<string, (item: Item) => string | undefined>;
  /** What JSON shows; the item itself unless said. */
  present?: (item: Item) => unknown;
  items: AsyncIterable<Item>;
};

const types = { csv: 'text/csv', json: 'application/json' };

/** A file that is written while it is read: however many records there are, few are in memory. */
export const sendRecords = async <Item>({ reply, name, format, items, ...shape }: RecordFile<Item>) => {
  const begun = await begin(items);
  reply
    .type(`${types[format]}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('cache-control', 'no-store');
  const text = format === 'csv' ? writeCsv(begun, shape.columns) : writeJson(begun, shape.present);
  return Readable.from(text);
};

/** Reads the first record before anything is sent: what cannot be read at all is answered as an error, in words. */
const begin = async <Item>(items: AsyncIterable<Item>) => {
  const reader = items[Symbol.asyncIterator]();
  const first = await reader.next();
  return (async function* () {
    for (let next = first; !next.done; next = await reader.next()) yield next.value;
  })();
};

/** What a spreadsheet would take for a formula is marked as text: people can call themselves anything. */
const cell = (value = '') => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

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
