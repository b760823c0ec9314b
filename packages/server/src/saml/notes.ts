import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';

/** A request to one SAML application. */
export type SamlContext = {
  tenant: Tenant;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  id: string;
};

export type SamlKey = 'SamlApplication.AuthnRequest' | 'SamlApplication.Callback';

/** The application is named if it exists: addresses can be made up. */
export const noteRefusal = async (
  { tenant, services, request, id }: SamlContext,
  key: SamlKey,
  error: unknown,
) => {
  if (!(error instanceof RequestError) || error.status >= 500) return;
  const { code } = error;
  await services.audit.refuse(tenant.id, { ip: request.ip, key, code }, async () => ({
    result: 'Error',
    error: { code, message: error.cause instanceof Error ? error.cause.message : undefined },
    requestId: request.id,
    applicationId: (await tenant.cached.client(id))?.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  }));
};

export const noteSaml = (
  { services: { audit }, tenant, request, id: applicationId }: SamlContext,
  key: SamlKey,
  details: { userId?: string; signInId?: string; error?: { code: string } } = {},
) =>
  audit.append(tenant.id, {
    key,
    payload: {
      result: details.error ? 'Error' : 'Success',
      applicationId,
      ...details,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    },
  });
