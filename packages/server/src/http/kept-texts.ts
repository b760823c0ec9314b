import type { Row } from '@gatehouse/contract/endpoint.ts';

const texts = new WeakMap<Row, WeakMap<object, string>>();

/**
 * What everybody may read is asked for most, and its handlers give the same object again and again until something
 * changes: the text of an object is made once. Such objects are never changed in place.
 */
export const keptText = (row: Row, answer: object, present: () => unknown): string => {
  const ofRow = texts.get(row) ?? new WeakMap<object, string>();
  texts.set(row, ofRow);
  const known = ofRow.get(answer);
  if (known !== undefined) return known;
  const text = JSON.stringify(present());
  ofRow.set(answer, text);
  return text;
};

/** Whether the answers of a row are such objects. */
export const isKept = ({ method, permission, response, paging }: Row) =>
  method === 'get' && permission === 'public' && response !== undefined && paging === undefined;
