import { expect, test, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { deleteUnusedClients } from './unused-clients.ts';

test('an error in one tenant does not keep the clients of others', async () => {
  const writes: string[] = [];
  const database = {
    system: async () => [{ tenantId: 'broken' }, { tenantId: 'healthy' }],
    tenant: (tenantId: string) => ({
      async write() {
        writes.push(tenantId);
        if (tenantId === 'broken') throw new Error('The row is locked.');
        return 0;
      },
    }),
  } as unknown as Database;
  const error = vi.fn();
  await deleteUnusedClients({ database, logger: { error } as unknown as Logger }, Date.now());
  expect(writes).toEqual(['broken', 'healthy']);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ tenantId: 'broken' }),
    'unused clients were not deleted',
  );
});
