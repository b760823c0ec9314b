import type { AuditLog } from '../audit/audit-log.ts';
import { type LogoutNotice, logoutJob } from '../domain/ended-sessions.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Tenant } from '../domain/tenant.ts';
import { enqueue } from '../jobs/queue.ts';

const firstRetryMs = 10_000;

/** An application that did not hear of a sign-out hears of it later: until then it would keep its own session. */
export const queueLogout = (tenant: Tenant, notice: Omit<LogoutNotice, 'issuer'>) =>
  tenant.database.write(systemOrigin('sign-out'), tx =>
    enqueue(tx, logoutJob, {
      data: { issuer: tenant.issuer, ...notice },
      origin: systemOrigin('sign-out'),
      dueAt: Date.now() + firstRetryMs,
      lane: notice.applicationId,
    }),
  );

type About = { applicationId: string; userId: string; sid?: string; attempt?: number };

/** Logs whether an application was notified of the end of a session. */
export const noteLogout = (audit: AuditLog, tenantId: string, about: About, error?: Error) =>
  audit.append(tenantId, {
    key: 'BackchannelLogout',
    payload: error
      ? { result: 'Error', error: { code: 'backchannel_logout_failed', message: error.message }, ...about }
      : { result: 'Success', ...about },
  });
