import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../database/database.ts';
import {
  deleteRegistration,
  readRegistration,
  registerClient,
  updateRegistration,
} from '../domain/registered-clients.ts';
import { loadRegistrationConfig } from '../domain/registration-config.ts';
import { RegistrationError } from '../domain/registration-error.ts';
import type { Tenant } from '../domain/tenant.ts';
import { withinAddressLimit } from '../http/address-limits.ts';
import { errorBody, languageOf, toRequestError } from '../http/errors.ts';
import { checkQuota } from '../http/quota.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';

const path = '/oidc/register';
const longestBody = 64 * 1024;

type Managed = FastifyRequest<{ Params: { clientId: string } }>;

/** Dynamic client registration (RFC 7591), and clients that manage their own registration (RFC 7592). */
export const mountClientRegistration = (
  server: FastifyInstance,
  services: Services,
  tenantOf: (request: FastifyRequest) => Promise<Tenant>,
) => {
  const { vault } = services;

  /** The tenant, where software may register with it. */
  const openTenant = async (request: FastifyRequest) => {
    const tenant = await tenantOf(request);
    const config = await tenant.database.read(loadRegistrationConfig);
    if (config.mode === 'Off') throw new RequestError('request.not_found');
    return tenant;
  };

  const route = { bodyLimit: longestBody, errorHandler: refuse, onRequest: allowAnyOrigin };

  server.options(path, { onRequest: allowAnyOrigin }, (_, reply) => reply.code(204).send());
  server.options(`${path}/:clientId`, { onRequest: allowAnyOrigin }, (_, reply) => reply.code(204).send());

  server.post(path, route, async (request, reply) => {
    const tenant = await openTenant(request);
    const token = tokenIn(request);
    const registered = await run(services, request, tenant, { act: 'create', token }, async () => {
      await checkQuota(['thirdPartyApplicationsLimit'], tenant, services, {
        params: {},
        body: { isThirdParty: true },
      });
      return tenant.database.write(originOf(request), tx =>
        registerClient(tx, { tenant, vault }, { body: request.body, token }),
      );
    });
    return reply.code(201).header('cache-control', 'no-store').header('pragma', 'no-cache').send(registered);
  });

  server.get(`${path}/:clientId`, route, async (request: Managed, reply) => {
    const tenant = await openTenant(request);
    const asked = askedOf(request);
    const registered = await run(services, request, tenant, { act: 'read', ...asked }, () =>
      tenant.database.write(originOf(request), tx => readRegistration(tx, { tenant, vault }, asked)),
    );
    return reply.header('cache-control', 'no-store').send(registered);
  });

  server.put(`${path}/:clientId`, route, async (request: Managed, reply) => {
    const tenant = await openTenant(request);
    const asked = askedOf(request);
    const registered = await run(services, request, tenant, { act: 'update', ...asked }, () =>
      tenant.database.write(originOf(request), tx =>
        updateRegistration(tx, { tenant, vault }, { ...asked, body: request.body }),
      ),
    );
    return reply.header('cache-control', 'no-store').send(registered);
  });

  server.delete(`${path}/:clientId`, route, async (request: Managed, reply) => {
    const tenant = await openTenant(request);
    const asked = askedOf(request);
    await run(services, request, tenant, { act: 'delete', ...asked }, async () => {
      await tenant.database.write(originOf(request), tx => deleteRegistration(tx, asked));
      return undefined;
    });
    return reply.code(204).send();
  });
};

type Act = 'create' | 'read' | 'update' | 'delete';

/** Runs what a client asks for, as often as one network address may, and writes down what became of it. */
const run = async <Result extends { client_id: string } | undefined>(
  services: Services,
  request: FastifyRequest,
  tenant: Tenant,
  { act, token, clientId }: { act: Act; token: string | undefined; clientId?: string },
  work: () => Promise<Result>,
) => {
  const caller = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 512) };
  // With a token wrong ones count. Without one every client counts that a network address registers, and so does every
  // update: each stays in the history.
  const perAddress = token === undefined || act === 'update' ? 'clients' : 'failures';
  try {
    const result = await withinAddressLimit({ perAddress }, { tenant, services, request }, work);
    const applicationId = result?.client_id ?? clientId;
    if (act !== 'read')
      services.audit.append(tenant.id, {
        key: 'ClientRegistration',
        payload: { result: 'Success', act, applicationId, ...caller },
      });
    return result;
  } catch (error) {
    const { code, message } = reasonOf(error);
    void services.audit.refuse(
      tenant.id,
      { ip: request.ip, key: 'ClientRegistration', code, applicationId: clientId },
      () => ({ result: 'Error', act, error: { code, message }, applicationId: clientId, ...caller }),
    );
    throw error;
  }
};

/** Clients in browsers register from any page: what counts is in the header, and never in a cookie. */
const allowAnyOrigin = async (request: FastifyRequest, reply: FastifyReply) => {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', 'WWW-Authenticate, Retry-After');
  if (request.method !== 'OPTIONS') return;
  reply.header('access-control-allow-methods', 'GET, POST, PUT, DELETE');
  // Clients of MCP send the version that they speak with every request.
  reply.header('access-control-allow-headers', 'Authorization, Content-Type, Accept, MCP-Protocol-Version');
  reply.header('access-control-max-age', '3600');
};

const tokenIn = ({ headers }: FastifyRequest) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

const askedOf = (request: Managed) => ({ clientId: request.params.clientId, token: tokenIn(request) ?? '' });

const originOf = (request: FastifyRequest): Origin => ({
  actor: { kind: 'system', id: 'client-registration', name: 'client-registration' },
  requestId: request.id,
  via: {
    method: request.method,
    path,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 512),
  },
});

const reasonOf = (error: unknown) =>
  error instanceof RegistrationError
    ? { code: error.error, message: error.message }
    : { code: toRequestError(error).code, message: toRequestError(error).code };

/** The error of RFC 7591 section 3.2.2, with the code and message that every answer of ours has. */
const refuse = async (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store');
  const given: unknown = thrown;
  if (given instanceof RegistrationError) {
    const { error, status, message } = given;
    // A request without a token hears of no error (RFC 6750 section 3.1).
    const hasToken = request.headers.authorization !== undefined;
    if (status === 401) reply.header('www-authenticate', hasToken ? `Bearer error="${error}"` : 'Bearer');
    return reply.code(status).send({ error, error_description: message, code: `oidc.${error}`, message });
  }
  const failure = toRequestError(thrown);
  if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure }, 'registration failed');
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  const body = await errorBody(failure, languageOf(request.headers['accept-language']));
  const error = oauthErrorOf(failure);
  return reply.code(failure.status).send({ error, error_description: body.message, ...body });
};

const oauthErrorOf = ({ status, code }: RequestError) => {
  if (code === 'subscription.limit_exceeded') return 'access_denied';
  if (status >= 500) return status === 503 ? 'temporarily_unavailable' : 'server_error';
  return status === 404 || status === 429 ? 'invalid_request' : 'invalid_client_metadata';
};
