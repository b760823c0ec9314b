import type { IncomingMessage } from 'node:http';
import { cloudAudience, defaultTenantId, meAudience } from '@gatehouse/contract/dialect.ts';
import { placeholders } from '@gatehouse/docs/reference/placeholders.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { audienceOf } from '../domain/management-audience.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Environment } from '../env.ts';
import { brandOf } from '../env-brand.ts';
import type { descriptions } from '../http/cors.ts';
import { inlineData } from '../http/html.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { consoleAddress, endpointOf } from '../http/tenant-address.ts';
import type { Services } from '../services.ts';
import { type ApiName, allOperations } from './all-operations.ts';
import { describeOperations } from './document.ts';

type Options = {
  files: StaticFiles;
  endpoint: string;
  isAdmin: boolean;
  findTenant(request: IncomingMessage): Promise<Tenant | undefined>;
};

/** The OpenAPI documents, and the API reference. */
export const mountDocs = (server: FastifyInstance, services: Pick<Services, 'env'>, options: Options) => {
  mountDocuments(server, services, options);
  mountReference(server, services, options);
};

const mountDocuments = (
  server: FastifyInstance,
  { env }: Pick<Services, 'env'>,
  { endpoint, findTenant }: Pick<Options, 'endpoint' | 'findTenant'>,
) => {
  const { name, supportEmail } = brandOf(env);
  const contact = { name, ...(supportEmail ? { email: supportEmail } : {}) };
  const describeOnce = (...names: ApiName[]) => {
    const isAsked = (api: string) => names.length === 0 || names.some(known => known === api);
    return fillOnce(endpoint, () =>
      JSON.stringify(
        describeOperations(
          allOperations().filter(({ api }) => isAsked(api)),
          { endpoint: placeholders.endpoint, console: env.ADMIN_ENDPOINT, contact },
        ),
      ),
    );
  };
  const documents: Record<(typeof descriptions)[number], (endpoint: string) => string> = {
    '/api/swagger.json': describeOnce(),
    '/api/.well-known/management.openapi.json': describeOnce('management'),
    '/api/.well-known/experience.openapi.json': describeOnce('wellKnown', 'experience'),
    '/api/.well-known/user.openapi.json': describeOnce('account'),
  };
  for (const [path, print] of Object.entries(documents)) {
    server.get(path, async (request, reply) => {
      const tenant = await findTenant(request.raw);
      return reply.type('application/json; charset=utf-8').send(print(tenant?.endpoint ?? endpoint));
    });
  }
};

/** Prints a document once and fills in the address of a tenant. Only the copy for the server's own address is kept. */
const fillOnce = (own: string, print: () => string) => {
  let printed: string | undefined;
  let kept: string | undefined;
  return (endpoint: string) => {
    printed ??= print();
    if (endpoint !== own) return printed.replaceAll(placeholders.endpoint, endpoint);
    kept ??= printed.replaceAll(placeholders.endpoint, endpoint);
    return kept;
  };
};

/** In the samples of a page, the address and the audience of the tenant that the reader works with. */
const fillTenant = (html: string, env: Environment, tenantId: string) =>
  html
    .replaceAll(placeholders.endpoint, endpointOf(env, tenantId))
    .replaceAll(placeholders.audience, audienceOf(env, tenantId));

/** The pages are built with the documentation; only addresses are filled in here. */
const mountReference = (
  server: FastifyInstance,
  { env }: Pick<Services, 'env'>,
  { files, isAdmin, findTenant }: Options,
) => {
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  const page = {
    edition: env.GATEHOUSE_EDITION,
    isConsole: isAdmin,
    adminEndpoint: env.ADMIN_ENDPOINT,
    tenantEndpoint: env.ENDPOINT,
    console: consoleAddress(env),
    managementAudience: audienceOf(env, defaultTenantId),
    meAudience,
    cloudAudience,
  };
  // Only pages of the console's origin have its session to try requests with.
  const policy = contentSecurityPolicy({ connect: isAdmin ? [new URL(env.ENDPOINT).origin] : [] });
  const print = (name: string) => {
    const html = files.text(`reference/${name}.html`)?.replaceAll(placeholders.console, env.ADMIN_ENDPOINT);
    return html && inlineData(html, 'gatehouse-reference', page, 'en');
  };
  const pages = new Map<string, string | undefined>();
  const pageOf = (name: string) => {
    if (!pages.has(name) && files.text(`reference/${name}.html`)) pages.set(name, print(name));
    return pages.get(name);
  };
  /** The console shows all tenants at one address: its links name the one that is open there. */
  const tenantOf = async (request: FastifyRequest) => {
    if (!isCloud) return defaultTenantId;
    if (!isAdmin) return (await findTenant(request.raw))?.id ?? defaultTenantId;
    const { tenant: asked } = request.query as { tenant?: unknown };
    return typeof asked === 'string' && /^[a-z0-9]+$/.test(asked) ? asked : defaultTenantId;
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, html = '') =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(fillTenant(html, env, await tenantOf(request)));
  const slugs: Record<string, string> = JSON.parse(files.text('reference/operations.json') ?? '{}');

  server.get('/api/docs', (request, reply) => sendPage(request, reply, pageOf('index')));
  server.get('/api/docs/:page', (request, reply) => {
    const { page: name } = request.params as { page: string };
    const html = pageOf(name);
    if (html) return sendPage(request, reply, html);
    const slug = Object.hasOwn(slugs, name) ? slugs[name] : undefined;
    const { search } = new URL(request.url, env.ENDPOINT);
    return slug ? reply.redirect(`/api/docs/${slug}${search}#${name}`) : reply.callNotFound();
  });
  server.get('/api/docs/assets/*', (request, reply) =>
    files.send(`assets/${(request.params as { '*': string })['*']}`, request, reply),
  );
};
