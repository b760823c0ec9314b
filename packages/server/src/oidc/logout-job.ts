import type { Client } from 'oidc-provider';
import type { AuditLog } from '../audit/audit-log.ts';
import { logoutJob } from '../domain/ended-sessions.ts';
import type { Tenants } from '../domain/tenant-registry.ts';
import { defineJob } from '../jobs/job.ts';
import { noteLogout } from './logout-notices.ts';
import type { Providers } from './providers.ts';

type Dependencies = { tenants: Tenants; providers: Providers; audit: AuditLog };

/** Missing from the library's types. */
type NotifiedClient = Client & { backchannelLogout(userId: string, sessionId?: string): Promise<void> };

/** Each try has its own token, with its own time and id (OpenID Connect Back-Channel Logout section 2.4). */
export const createLogoutJob = ({ tenants, providers, audit }: Dependencies) =>
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
      // The application may be gone by now, or may no longer want to be notified.
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
