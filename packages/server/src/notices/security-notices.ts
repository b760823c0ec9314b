import { createHash } from 'node:crypto';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { hourMs } from '@gatehouse/contract/duration.ts';
import type { SecurityNoticeType } from '@gatehouse/contract/email-templates.ts';
import type { UserProfile } from '@gatehouse/contract/users.ts';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database, Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { createLockLink } from '../domain/account-lock.ts';
import { takeTurn } from '../domain/rate-limits.ts';
import { noticeContent, noticeJob } from '../domain/security-notices.ts';
import { loadSignInExperience } from '../domain/sign-in-experience.ts';
import { defineJob } from '../jobs/job.ts';
import type { NoticePayload } from '../messages/notice-words.ts';
import { findSender, queueMessage } from '../messages/queue.ts';

type Dependencies = {
  database: Database;
  vault: Vault;
  /** The installation can send mail itself: to the people of the console. */
  hasMailServer: boolean;
  endpointOf(tenantId: string): string;
  endpointAt(domain: string): string;
};

/** More of one kind within an hour say nothing new, and would only fill a mailbox. */
const hourlyLimit = 10;
/**
 * Writes the notices that changes have queued: the message, and the link in it. Both are there together with the end of
 * the job, so that each is written once, whatever fails on the way.
 */
export const createSecurityNoticeJob = (dependencies: Dependencies) =>
  defineJob({
    ...noticeJob,
    width: 4,
    maximumAttempts: 10,
    isKept: false,
    run: async ({ tenantId, data }) => ({
      async write(tx) {
        const [opened] = await dependencies.database.people.open(tx.db, tenantId, [data]);
        // There is no recipient left.
        if (!opened || opened.isErased) return;
        const notice = { ...noticeContent.parse(opened.value), userId: data.userId, type: data.type };
        await writeNotice(dependencies, tx, tenantId, notice);
      },
    }),
  });

type Notice = z.infer<typeof noticeContent> & { userId: string; type: SecurityNoticeType };

const writeNotice = async (dependencies: Dependencies, tx: Write, tenantId: string, notice: Notice) => {
  const { userId, type, recipients } = notice;
  const { securityNotices } = await loadSignInExperience(tx.db);
  if (securityNotices[type] === false) return;
  const hasMailServer = dependencies.hasMailServer && tenantId === adminTenantId;
  if (!hasMailServer && !(await findSender(tx.db, 'Email'))) return;
  const user = await tx.db
    .selectFrom('users')
    .select(['isSuspended', 'profile'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user || recipients.length === 0) return;
  const turn = await takeTurn(tx.db, {
    tenantId,
    targetType: 'Recipient',
    targetHash: createHash('sha256').update(userId).digest('hex'),
    action: `Notice.${type}`,
    limit: hourlyLimit,
    windowMs: hourMs,
  });
  if ('retryAfterSeconds' in turn) return;
  const payload = await payloadOf(tx.db, notice, user.profile as UserProfile);
  const endpoint = (await findDomain(tx.db, dependencies)) ?? dependencies.endpointOf(tenantId);
  for (const recipient of recipients) {
    // A locked account needs no link. The owner of the old mailbox could lock it again after it is recovered.
    const link = user.isSuspended
      ? undefined
      : await createLockLink(tx.db, { userId, notice: type, endpoint });
    await queueMessage(tx, dependencies.vault, {
      channel: 'Email',
      recipient,
      templateType: type,
      payload: { ...payload, ...(link ? { link } : {}) },
      hasMailServer,
    });
  }
};

/** The language and time zone come from the profile, else from the tenant: the request may come from an attacker. */
const payloadOf = async (
  db: Kysely<Tables>,
  { at, factors, name, isByAdministrator, ip, userAgent, applicationId, deletionDueAt }: Notice,
  { locale, zoneinfo }: UserProfile,
): Promise<NoticePayload> => {
  const application = applicationId
    ? await db.selectFrom('applications').select('name').where('id', '=', applicationId).executeTakeFirst()
    : undefined;
  return {
    at,
    factors,
    ...(name ? { name } : {}),
    isByAdministrator,
    ...(deletionDueAt ? { deletionDueAt } : {}),
    ...(isTimeZone(zoneinfo) ? { zone: zoneinfo } : {}),
    ...(locale ? { locale } : {}),
    ...(ip ? { ip } : {}),
    ...(userAgent ? { userAgent } : {}),
    ...(application ? { application } : {}),
  };
};

const isTimeZone = (name: string | undefined): name is string => {
  if (!name) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** The address that users of the tenant know, if it has a custom domain. */
const findDomain = async (db: Kysely<Tables>, { endpointAt }: Pick<Dependencies, 'endpointAt'>) => {
  const own = await db
    .selectFrom('domains')
    .select('domain')
    .where('applicationId', 'is', null)
    .where('status', '=', 'Active')
    .orderBy('createdAt')
    .executeTakeFirst();
  return own && endpointAt(own.domain);
};
