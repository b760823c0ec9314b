import type { RequestContext } from './implement.ts';

/** Writes into the audit log that the deletion of an account was asked for, or called off. */
export const noteDeletion = (
  { tenant, services, request }: Pick<RequestContext<never>, 'tenant' | 'services' | 'request'>,
  step: 'Schedule' | 'Cancel',
  details: { userId: string; deletionDueAt?: number; actor?: { kind: string; id: string } },
) =>
  services.audit.append(tenant.id, {
    key: `PersonalData.${step}Deletion`,
    payload: {
      result: 'Success',
      ...details,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    },
  });
