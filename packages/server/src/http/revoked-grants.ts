import type { RequestContext } from './implement.ts';

/** Writes into the audit log that an application lost what a user had allowed it. */
export const noteRevokedGrant = (
  {
    tenant,
    services,
    request,
    caller,
  }: Pick<RequestContext<never>, 'tenant' | 'services' | 'request' | 'caller'>,
  grant: { userId: string; applicationId: string },
) =>
  services.audit.append(tenant.id, {
    key: 'RevokeGrants',
    payload: {
      result: 'Success',
      ...grant,
      actor: { kind: caller.kind, id: caller.id },
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    },
  });
