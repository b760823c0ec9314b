import type { Database, Origin } from '../database.ts';

/** The author of writes in tests. */
export const testOrigin: Origin = {
  actor: { kind: 'user', id: 'alice', name: 'Alice' },
  requestId: 'request-1',
  via: { method: 'POST', path: '/api/test' },
};

export const createTenants = (database: Database, ...ids: string[]) =>
  database.system(db =>
    db
      .insertInto('tenants')
      .values(ids.map(id => ({ id, name: id })))
      .execute(),
  );
