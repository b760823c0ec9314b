import type { latestRelease as rows } from '@gatehouse/contract/latest-release.ts';
import type { DirectHandlers } from '../../http/implement.ts';

export const latestRelease: DirectHandlers<typeof rows> = {
  read: async ({ services }) => ({ latestRelease: await services.latestRelease() }),
};
