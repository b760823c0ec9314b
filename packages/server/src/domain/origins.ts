import type { Origin } from '../database/database.ts';

/** Stands for a caller without a token: a visitor of the sign-in pages. */
export const anonymousActor = { kind: 'system', id: 'anonymous' } as const;

/** Stands for the server itself where no caller is behind a write. */
export const systemOrigin = (name: string): Origin => ({
  actor: { kind: 'system', id: name, name },
  requestId: name,
  via: { method: 'SYSTEM', path: name },
});
