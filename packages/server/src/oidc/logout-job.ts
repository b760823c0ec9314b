import type { Client } from 'oidc-provider';
import type { AuditLog } from '../audit/audit-log.ts';
import { type LogoutNotice, logoutJob } from '../domain/ended-sessions.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Tenants } from '../domain/tenant-registry.ts';
import { defineJob } from '../jobs/job.ts';
import { enqueue } from '../jobs/queue.ts';
import type { Providers } from './providers.ts';

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

type Means = { tenants: Tenants; providers: Providers; audit: AuditLog };

type About = { applicationId: string; userId: string; sid?: string; attempt?: number };

/** Whether an application heard of the end of a session. */
export const noteLogout = (audit: AuditLog, tenantId: string, about: About, error?: Error) =>
  audit.append(tenantId, {
    key: 'BackchannelLogout',
    payload: error
      ? { result: 'Error', error: { code: 'backchannel_logout_failed', message: error.message }, ...about }
      : { result: 'Success', ...about },
  });

/** What the library's types leave out. */
type NotifiedClient = Client & { backchannelLogout(userId: string, sessionId?: string): Promise<void> };

/** Each try has a token of its own, with its own time and id (OpenID Connect Back-Channel Logout section 2.4). */
export const createLogoutJob = ({ tenants, providers, audit }: Means) =>
  defineJob({
    ...logoutJob,
    width: 8,
    laneWidth: 2,
    maximumAttempts: 6,
    isKept: false,
    async run({ tenantId, attempt, data: { issuer, applicationId, userId, sessionId } }) {
      const own = await tenants.get(tenantId);
      const isOwn = issuer === undefined || own?.issuer === issuer;
      const tenant = isOwn ? own : await tenants.atDomain(new URL(issuer).hostname);
      const client = tenant && (await (await providers.of(tenant)).Client.find(applicationId));
      // The application may be gone by now, or may not want to hear of it any more.
      if (!client?.backchannelLogoutUri) return undefined;
      const about = { applicationId, userId, sid: sessionId, attempt };
      await (client as NotifiedClient).backchannelLogout(userId, sessionId).catch((error: Error) => {
        noteLogout(audit, tenantId, about, error);
        throw error;
      });
      noteLogout(audit, tenantId, about);
      return undefined;
    },
  });
