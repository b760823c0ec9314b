import type { Row } from '@gatehouse/contract/endpoint.ts';
import { tagOf } from './etag.ts';

type Kept = { text: string; tag: string };

const texts = new WeakMap<Row, WeakMap<object, Kept>>();

/**
 * Public responses are requested most, and their handlers return the same object until something changes. The text of
 * an object, and its tag, are computed once. Such objects are never changed in place.
 */
export const keptText = (row: Row, answer: object, present: () => unknown): Kept => {
  const ofRow = texts.get(row) ?? new WeakMap<object, Kept>();
  texts.set(row, ofRow);
  const known = ofRow.get(answer);
  if (known !== undefined) return known;
  const text = JSON.stringify(present());
  const kept = { text, tag: tagOf(text) };
  ofRow.set(answer, kept);
  return kept;
};

/** Whether the responses of a row are such objects. */
export const isKept = ({ method, permission, response, paging }: Row) =>
  method === 'get' && permission === 'public' && response !== undefined && paging === undefined;
