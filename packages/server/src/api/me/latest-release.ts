import type { latestRelease as rows } from '@gatehouse/contract/latest-release.ts';
import { ownTransactions } from '../../http/implement.ts';

export const latestRelease = ownTransactions<typeof rows>({
  read: async ({ services }) => ({ latestRelease: await services.latestRelease() }),
});
