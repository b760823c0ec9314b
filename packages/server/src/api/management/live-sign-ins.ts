import type { liveSignIns as rows } from '@gatehouse/contract/live-sign-ins.ts';
import { type Handlers, ownTransactions } from '../../http/implement.ts';
import { streamSignIns } from '../../live-sign-ins/stream.ts';

export const liveSignIns: Handlers<typeof rows> = ownTransactions<typeof rows>({
  stream: async context => streamSignIns(context),
});
