import type { IncomingMessage } from 'node:http';
import { adminTenantId, defaultTenantId } from '@gatehouse/contract/dialect.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountApis } from './api/apis.ts';
import type { loadGuides } from './assistant/guides.ts';
import type { createGuideSearch } from './assistant/search.ts';
import { DatabaseUnavailableError } from './database/pool.ts';
import { RequestError } from './domain/request-error.ts';
import { requireGoodStanding, type Tenant } from './domain/tenant.ts';
import { mountAssistant } from './http/assistant.ts';
import { mountConsole } from './http/console-pages.ts';
import { isApi } from './http/cors.ts';
import { mountDevicePage } from './http/device-page.ts';
import { mountDocs } from './http/docs.ts';
import { mountDomainQuestions } from './http/domain-questions.ts';
import { mountEnterpriseSso } from './http/enterprise-sso.ts';
import type { createExperiencePages } from './http/experience-pages.ts';
import { hostnameOf } from './http/forwarded.ts';
import { mountGuides } from './http/guide-pages.ts';
import { mountMetrics } from './http/health.ts';
import { mountMailbox } from './http/mailbox-page.ts';
import { mountMessagePreview } from './http/message-preview.ts';
import { limitAnswering, sendOidcFailure } from './http/oidc-pages.ts';
import { mountProtectedResources } from './http/protected-resources.ts';
import { mountRelatedOrigins } from './http/related-origins.ts';
import { mountSamlApplications } from './http/saml-applications.ts';
import { mountSandboxPages } from './http/sandbox-pages.ts';
import { createListener } from './http/server.ts';
import type { Services } from './http/services.ts';
import type { loadStaticFiles } from './http/static-files.ts';
import { mountStripeWebhook } from './http/stripe-webhook.ts';
import { tenantIdOf, tenantInPath } from './http/tenant-address.ts';
import { mountUploads } from './http/uploads.ts';
import type { createProtectedApps } from './protected-apps/protected-apps.ts';

type Files = ReturnType<typeof loadStaticFiles>;
type Options = {
  /** Of the admin tenant, with the console; else of all the other tenants. */
  isAdmin: boolean;
  isCloud: boolean;
  protectedApps: ReturnType<typeof createProtectedApps>;
  pages: {
    experience: ReturnType<typeof createExperiencePages>;
    console: Files;
    docs: Files;
    plain: Files;
    guides: ReturnType<typeof loadGuides>;
    searchGuides: ReturnType<typeof createGuideSearch>;
  };
  isStrict?: boolean;
  timeoutMs?: number;
  receiveTimeoutMs?: number;
};

/** One of the two doors of the server, with everything behind it. */
export const buildListener = async (
  services: Services,
  { isAdmin, isCloud, pages, protectedApps, receiveTimeoutMs, ...options }: Options,
): Promise<FastifyInstance> => {
  const { env, tenants, providers, payments, logger } = services;
  const endpoint = isAdmin ? env.ADMIN_ENDPOINT : env.ENDPOINT;

  const findTenant = async (request: IncomingMessage) => {
    if (isAdmin) return tenants.admin();
    const hostname = hostnameOf(request);
    const id = tenantInPath(request) ?? tenantIdOf(env, hostname);
    if (id !== undefined) return id === adminTenantId ? undefined : tenants.get(id);
    return (await tenants.atDomain(hostname)) ?? tenants.get(defaultTenantId);
  };
  const tenantOf = async (request: FastifyRequest): Promise<Tenant> => {
    const tenant = await findTenant(request.raw);
    if (!tenant) throw new RequestError('tenant.not_found');
    await requireGoodStanding(tenant);
    return tenant;
  };

  const server = await createListener(services, {
    isAdmin,
    plain: pages.plain,
    receiveTimeoutMs,
    ...(isAdmin ? {} : { protectedApps }),
    handleOidc: async (request, response, requestId) => {
      limitAnswering(response);
      try {
        const tenant = await findTenant(request);
        if (!tenant) sendOidcFailure(response, 404);
        else if ((await tenant.cached.standing()).isSuspended) sendOidcFailure(response, 403);
        else await providers.handle(tenant, request, response);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) {
          sendOidcFailure(response, 503);
          return;
        }
        logger.error({ err: error, requestId }, 'provider failed');
        sendOidcFailure(response, 500);
      }
    },
  });
  mountApis(server, services, { isAdmin, isCloud, tenantOf, ...options });
  mountDocs(server, services, { files: pages.docs, endpoint });
  if (isAdmin) {
    mountMetrics(server, services);
    mountGuides(server, pages.guides);
    mountAssistant(server, services, { search: pages.searchGuides, tenantOf });
    mountMailbox(server, services);
  } else mountDomainQuestions(server, services);
  mountRelatedOrigins(server, tenantOf);
  mountProtectedResources(server, tenantOf);
  mountUploads(server, services, tenantOf);
  pages.experience.mount(server, services, tenantOf);
  mountDevicePage(server, tenantOf);
  if (isAdmin) {
    pages.experience.mountPreview(server);
    mountMessagePreview(server);
  }
  mountEnterpriseSso(server, services, { tenantOf, pages: pages.experience });
  mountSamlApplications(server, services, { tenantOf, pages: pages.experience });
  if (isAdmin && isCloud) {
    if (payments.sandbox) mountSandboxPages(server, services, payments.sandbox);
    if (payments.stripe) await mountStripeWebhook(server, services, payments.stripe);
  }
  const consolePages = isAdmin ? mountConsole(server, pages.console, services) : undefined;
  server.setNotFoundHandler(async (request, reply) => {
    const isOurs = request.method === 'GET' && !isApi(request.url);
    if (isOurs && !isAdmin && (await pages.experience.sendOwnFile(await tenantOf(request), request, reply)))
      return reply;
    const isPage = isOurs && request.headers.accept?.includes('html');
    if (!isPage) throw new RequestError('request.not_found');
    if (consolePages && isCloud) return consolePages.sendPage(reply);
    return pages.experience.sendNotFound(await tenantOf(request), request, reply);
  });
  return server;
};
