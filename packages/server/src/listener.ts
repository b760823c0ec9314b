import type { IncomingMessage } from 'node:http';
import { adminTenantId, defaultTenantId } from '@gatehouse/contract/dialect.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountApis } from './api/apis.ts';
import { createDraftPreviews } from './api/draft-preview/previews.ts';
import { mountAssistant } from './assistant/routes.ts';
import type { DocsSearch } from './assistant/search.ts';
import { mountStripeWebhook } from './billing/stripe-webhook.ts';
import { mountDomainQuestions } from './custom-domains/domain-questions.ts';
import { mountRelatedOrigins } from './custom-domains/related-origins.ts';
import { DatabaseUnavailableError } from './database/unavailable.ts';
import { requireGoodStanding, type Tenant } from './domain/tenant.ts';
import { isApi } from './http/cors.ts';
import { hostnameOf } from './http/forwarded.ts';
import { mountMetrics } from './http/health.ts';
import { createListener } from './http/server.ts';
import type { loadStaticFiles } from './http/static-files.ts';
import { tenantIdOf, tenantInPath } from './http/tenant-address.ts';
import { mountClientRegistration } from './oidc/client-registration.ts';
import { limitAnswering, sendOidcFailure } from './oidc/failures.ts';
import { mountProtectedResources } from './oidc/protected-resources.ts';
import { mountDocs } from './openapi/docs.ts';
import { mountConsole } from './pages/console-pages.ts';
import { mountDevicePage } from './pages/device-page.ts';
import { mountDocumentation } from './pages/documentation.ts';
import type { createExperiencePages } from './pages/experience-pages.ts';
import { mountMailbox } from './pages/mailbox-page.ts';
import { mountMessagePreview } from './pages/message-preview.ts';
import { mountSandboxPages } from './pages/sandbox-pages.ts';
import type { createProtectedApps } from './protected-apps/protected-apps.ts';
import { RequestError } from './request-error.ts';
import { mountSamlApplications } from './saml/routes.ts';
import type { Services } from './services.ts';
import { mountSingleLogout } from './single-logout/routes.ts';
import { mountEnterpriseSso } from './sso/routes.ts';
import { mountUploads } from './uploads/routes.ts';

type Files = ReturnType<typeof loadStaticFiles>;
type Options = {
  /** Of the admin tenant, with the console; else of all the other tenants. */
  isAdmin: boolean;
  isCloud: boolean;
  protectedApps: ReturnType<typeof createProtectedApps>;
  pages: {
    experience: ReturnType<typeof createExperiencePages>;
    console: Files;
    documentation: Files;
    plain: Files;
    searchDocs: DocsSearch;
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
  const previews = isAdmin ? undefined : createDraftPreviews(services);
  mountApis(server, services, { isAdmin, isCloud, tenantOf, previews, ...options });
  mountDocs(server, services, { files: pages.documentation, endpoint, isAdmin, findTenant });
  if (isAdmin) {
    mountMetrics(server, services);
    mountDocumentation(server, pages.documentation);
    mountAssistant(server, services, { search: pages.searchDocs, tenantOf });
    mountMailbox(server, services);
  } else mountDomainQuestions(server, services);
  mountRelatedOrigins(server, tenantOf);
  mountProtectedResources(server, tenantOf);
  mountClientRegistration(server, services, tenantOf);
  mountUploads(server, services, tenantOf);
  pages.experience.mount(server, services, tenantOf);
  if (previews) pages.experience.mountDraftPreview(server, { tenantOf, open: previews.open });
  mountDevicePage(server, tenantOf);
  if (isAdmin) {
    pages.experience.mountPreview(server);
    mountMessagePreview(server);
  }
  mountEnterpriseSso(server, services, { tenantOf, pages: pages.experience });
  mountSamlApplications(server, services, { tenantOf, pages: pages.experience });
  mountSingleLogout(server, services, { tenantOf, pages: pages.experience });
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
