import type { Sealer } from './person-keys.ts';
import { sealObject } from './seal-record.ts';

type Payload = Record<string, unknown>;

/** The payload of a log entry, with what it tells of a person under that person's key. The code of an error stays readable. */
export const sealLog = (sealer: Sealer, subject: string | undefined, payload: Payload): Payload => {
  if (subject === undefined) return payload;
  const { code } = (payload.error ?? {}) as { code?: unknown };
  return {
    ...sealObject(sealer, subject, payload),
    ...(typeof code === 'string' ? { error: { code } } : {}),
  };
};
