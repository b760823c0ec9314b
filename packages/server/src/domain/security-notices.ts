import { type SecurityNoticeType, securityNoticeTypes } from '@gatehouse/contract/email-templates.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import { z } from 'zod';
import type { Write } from '../database/database.ts';
import { sealObject } from '../database/people/seal-record.ts';
import type { Origin } from '../database/tables.ts';
import { isSameAddress } from '../email-addresses.ts';
import { enqueue } from '../jobs/queue.ts';
import { anonymousActor } from './origins.ts';
import type { UserRow } from './user-row.ts';
/** The columns of a user's row that notices are about. */
export type Guarded = Pick<
  UserRow,
  | 'passwordEncrypted'
  | 'mfaVerifications'
  | 'primaryEmail'
  | 'isEmailVerified'
  | 'primaryPhone'
  | 'username'
  | 'identities'
>;

/** The event that the message describes. */
export const noticeContent = z.object({
  /** The addresses at the time of the event. */
  recipients: z.array(z.string()).default([]),
  factors: z.array(z.string()).default([]),
  /** The name of the account that was linked, or of the token that was made. */
  name: z.string().optional(),
  isByAdministrator: z.boolean().default(false),
  at: z.number(),
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  applicationId: z.string().optional(),
  /** When the account is erased. */
  deletionDueAt: z.number().optional(),
});

/** The job that writes a notice: in the queue, all but its kind is sealed for the user. */
export const noticeJob = {
  name: 'security-notice',
  data: z.looseObject({ userId: z.string(), type: z.enum(securityNoticeTypes) }),
} as const;

type Happening = {
  type: SecurityNoticeType;
  factors?: string[];
  name?: string;
  formerAddress?: string;
  deletionDueAt?: number;
};

/** Queues the notice to the user about a change, in the transaction of the change. */
export const noticeChanges = async (tx: Write, userId: string, before: Guarded, after: Guarded) => {
  for (const happening of happeningsOf(before, after)) await queueNotice(tx, { userId, ...after }, happening);
};

/**
 * Queues one notice. Only addresses that are proven to be the user's get one: the link in it locks the account. After a
 * change of the address the old one gets it too, because it may be all that the owner has left.
 */
export const queueNotice = async (
  tx: Write,
  {
    userId,
    primaryEmail,
    isEmailVerified,
  }: { userId: string } & Pick<Guarded, 'primaryEmail' | 'isEmailVerified'>,
  { type, factors = [], name, formerAddress, deletionDueAt }: Happening,
) => {
  const current = isEmailVerified ? primaryEmail : null;
  const recipients = [...new Set([formerAddress, current].filter(address => !!address))];
  if (recipients.length === 0) return;
  const now = Date.now();
  const happened = { type, userId, recipients, factors, name, deletionDueAt, at: now };
  const content = { ...happened, ...circumstancesOf(tx.origin, userId) };
  const sealer = await tx.sealer({ subjects: [userId] });
  const data = sealObject(sealer, userId, content) as z.infer<typeof noticeJob.data>;
  // Notices to one user are sent in the order of the changes.
  const orderKey = `${noticeJob.name} ${userId}`;
  await enqueue(tx, noticeJob, { data, origin: tx.origin, dueAt: now, orderKey });
};

/** Users learn where their own request came from. Of an administrator they learn only that it was one. */
const circumstancesOf = ({ actor, via, applicationId }: Origin, userId: string) => {
  const isOwn = actor.id === userId || actor.id === anonymousActor.id;
  if (!isOwn) return { isByAdministrator: true };
  return { isByAdministrator: false, ip: via.ip, userAgent: via.userAgent, applicationId };
};

const happeningsOf = (before: Guarded, after: Guarded): Happening[] => {
  const added = factorsBeyond(after, before);
  const removed = factorsBeyond(before, after);
  const { primaryEmail, isEmailVerified } = before;
  return [
    ...(before.passwordEncrypted === after.passwordEncrypted ? [] : [{ type: 'PasswordChanged' } as const]),
    ...(added.length ? [{ type: 'FactorAdded', factors: added } as const] : []),
    ...(removed.length ? [{ type: 'FactorRemoved', factors: removed } as const] : []),
    ...(isSameAddress(primaryEmail, after.primaryEmail)
      ? []
      : [
          {
            type: 'EmailChanged',
            formerAddress: (isEmailVerified && primaryEmail) || undefined,
          } as const,
        ]),
    ...(isSameAddress(before.primaryPhone, after.primaryPhone) ? [] : [{ type: 'PhoneChanged' } as const]),
    ...(before.username === after.username ? [] : [{ type: 'UsernameChanged' } as const]),
    ...accountsBeyond(after, before).map(name => ({ type: 'AccountLinked', name }) as const),
    ...accountsBeyond(before, after).map(name => ({ type: 'AccountUnlinked', name }) as const),
  ];
};

/** The kinds of the factors that one has and the other has not. */
const factorsBeyond = (one: Guarded, other: Guarded) => {
  const known = new Set((other.mfaVerifications as MfaVerification[]).map(({ id }) => id));
  return (one.mfaVerifications as MfaVerification[])
    .filter(({ id }) => !known.has(id))
    .map(({ type }) => type ?? '');
};

/** The providers of the accounts that one has and the other has not; another account at the same provider counts. */
const accountsBeyond = (one: Guarded, other: Guarded) => {
  const idOf = ({ identities }: Guarded, target: string) =>
    (identities as Record<string, { userId?: string }>)[target]?.userId;
  return Object.keys(one.identities).filter(target => idOf(one, target) !== idOf(other, target));
};
