import { RequestError } from './request-error.ts';

type Standing = { isSuspended: boolean; deletionDueAt: number | null };

/** Nobody comes in who is suspended, or whose account waits for its deletion. */
export const isShutOut = ({ isSuspended, deletionDueAt }: Standing) => isSuspended || deletionDueAt !== null;

/** Why, for those who may know. */
export const requireOpen = (user: Standing) => {
  if (user.isSuspended) throw new RequestError('user.suspended');
  if (user.deletionDueAt !== null) throw deletionPending(user.deletionDueAt);
};

export const deletionPending = (deletionDueAt: number) =>
  new RequestError('user.deletion_pending', { data: { deletionDueAt } });
