import type { PersonKey } from './person-key.ts';
import { isMarked, openValue, sealedSubject, withoutMark, withoutMarks } from './sealed-values.ts';

/** A row in the clear. What belonged to an erased person reads as null. */
export type Opened<Row> = { value: Row; isErased: boolean };

/** The name under which an object holds the rest of itself, sealed in one piece. */
export const sealedPart = 'sealed';

export const createOpener = (tenantId: string, keys: ReadonlyMap<string, PersonKey>) => {
  const openText = (text: string, subject: string): { value: unknown; isErased: boolean } => {
    const key = keys.get(subject);
    if (key === null) return { value: null, isErased: true };
    const value = key && openValue(key, { tenantId, subject }, text);
    // No person of that name ever had a key, or the key does not fit: the value is not ours.
    return { value: value === undefined ? text : withoutMarks(value), isErased: false };
  };

  return <Row>(row: Row): Opened<Row> => {
    let isErased = false;
    const visit = (part: unknown): unknown => {
      const subject = sealedSubject(part);
      if (subject) {
        const opened = openText(part as string, subject);
        isErased ||= opened.isErased;
        return opened.value;
      }
      if (isMarked(part)) return withoutMark(part);
      if (part === null || typeof part !== 'object') return part;
      if (Array.isArray(part)) return part.map(visit);
      const fields = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, visit(value)]));
      const { [sealedPart]: rest, ...own } = fields;
      if (!sealedSubject((part as Record<string, unknown>)[sealedPart])) return fields;
      return rest !== null && typeof rest === 'object' ? { ...own, ...rest } : own;
    };
    return { value: visit(row) as Row, isErased };
  };
};
