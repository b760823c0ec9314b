import { dayMs } from '@gatehouse/contract/duration.ts';
import { expect, test, vi } from 'vitest';
import { startTestApp } from '../http/testing/app.ts';
import type { Logger } from '../log.ts';
import { warnOfOwnCertificates } from './own-certificates.ts';

test('a warning that could not be queued comes with the next look, and keeps no other back', async () => {
  const app = await startTestApp('postgresql');
  for (const name of ['Ledger', 'Mail']) await app.manage('POST', '/saml-applications', { name });
  const secrets = await app.database
    .tenant('default')
    .read(db => db.selectFrom('samlApplicationSecrets').select('expiresAt').execute());
  const now = Math.max(...secrets.map(({ expiresAt }) => expiresAt)) - 20 * dayMs;
  const look = async (failsFor?: string) => {
    const told: string[] = [];
    await warnOfOwnCertificates({
      database: app.database,
      logger: { warn: vi.fn(), error: vi.fn() } as unknown as Logger,
      now: () => now,
      pageOf: (_, path) => path,
      async notify(_, notice) {
        const { name } = notice as { name: string };
        if (name === failsFor) throw new Error('The process ends.');
        told.push(name);
      },
    });
    return told;
  };
  expect(await look('Ledger')).toEqual(['Mail']);
  expect(await look()).toEqual(['Ledger']);
  expect(await look()).toEqual([]);
  await app.close();
});
