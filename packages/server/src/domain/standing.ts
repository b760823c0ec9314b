import { RequestError } from '../request-error.ts';

type Standing = { isSuspended: boolean; deletionDueAt: number | null };

/** Suspended users, and users with a pending deletion, cannot sign in. */
export const isShutOut = ({ isSuspended, deletionDueAt }: Standing) => isSuspended || deletionDueAt !== null;

type Suspension = { isSuspended: boolean; suspensionReason: string | null };

/** A user who has locked the account by the link of a notice reads that, and not that an administrator did it. */
export const suspensionOf = ({ suspensionReason }: Suspension) =>
  suspensionReason === null ? undefined : { suspensionReason };

export const requireActive = (user: Suspension) => {
  if (user.isSuspended) throw new RequestError('user.suspended', { data: suspensionOf(user) });
};

/** Why, for those who may know. */
export const requireOpen = (user: Standing & Suspension) => {
  requireActive(user);
  if (user.deletionDueAt !== null) throw deletionPending(user.deletionDueAt);
};

export const deletionPending = (deletionDueAt: number) =>
  new RequestError('user.deletion_pending', { data: { deletionDueAt } });
