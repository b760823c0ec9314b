import { setImmediate } from 'node:timers/promises';
import type { FileFormat } from '@gatehouse/contract/user-jobs.ts';
import { RequestError } from '../request-error.ts';

/** One record of a file: columns and what stands in them. */
export type FileRecord = Record<string, unknown>;

/** After so many records others get a turn. */
const turn = 1000;

/** The records of a file, one by one, so that a long file does not block other requests. */
export async function* readRecords(text: string, format: FileFormat) {
  let count = 0;
  for (const record of format === 'csv' ? readCsv(text) : readJson(text)) {
    yield record;
    count += 1;
    if (count % turn === 0) await setImmediate();
  }
}

export const formatOf = (text: string): FileFormat => (/^\s*[[{]/.test(text) ? 'json' : 'csv');

function* readCsv(text: string): Generator<FileRecord> {
  let names: string[] | undefined;
  for (const cells of readCells(text, delimiterOf(text))) {
    if (cells.length === 1 && cells[0] === '') continue;
    if (!names) {
      names = cells.map(name => name.trim());
      refuseUnless(new Set(names).size === names.length, 'two columns have the same name');
      continue;
    }
    yield Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  }
}

/** Whichever of the usual ones the first line has most of. */
const delimiterOf = (text: string) => {
  const [line = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map(mark => ({ mark, count: line.split(mark).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
};

/** RFC 4180: a cell can be quoted, and then hold anything. */
function* readCells(text: string, delimiter: string): Generator<string[]> {
  const pattern = new RegExp(
    `("(?:[^"]|"")*"|[^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*|)(${delimiter}|\\r?\\n|\\r|$)`,
    'y',
  );
  let cells: string[] = [];
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const [, cell = '', end] = pattern.exec(text) ?? [];
    refuseUnless(
      end !== undefined,
      `a quotation mark is out of place near ${JSON.stringify(text.slice(start, start + 30))}`,
    );
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === delimiter) continue;
    yield cells;
    cells = [];
  }
  if (cells.length) yield [...cells, ''];
}

/** A list of objects, or one object per line. Each is parsed separately. */
function* readJson(text: string): Generator<FileRecord> {
  let depth = 0;
  let start = 0;
  const marks = /"(?:[^"\\]|\\.)*"|[{}]/gs;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (mark === '}') {
      depth -= 1;
      if (depth === 0) yield parseObject(text.slice(start, index + 1));
      refuseUnless(depth >= 0, 'a brace is out of place');
    }
  }
  refuseUnless(depth === 0, 'it ends in the middle of an object');
}

const parseObject = (text: string): FileRecord => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable((error as Error).message);
  }
};

const unreadable = (reason: string) => new RequestError('user.import_unreadable', { data: { reason } });

const refuseUnless: (isGood: boolean, reason: string) => asserts isGood = (isGood, reason) => {
  if (!isGood) throw unreadable(reason);
};
