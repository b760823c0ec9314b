import { cloudAudience, defaultTenantId, meAudience } from '@gatehouse/contract/dialect.ts';
import { placeholders } from '@gatehouse/docs/reference/placeholders.ts';
import type { FastifyInstance } from 'fastify';
import { audienceOf } from '../domain/management-audience.ts';
import { brandOf } from '../env-brand.ts';
import type { descriptions } from '../http/cors.ts';
import { inlineData } from '../http/html.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { Services } from '../services.ts';
import { type ApiName, allOperations } from './all-operations.ts';
import { describeOperations } from './document.ts';

type Options = { files: StaticFiles; endpoint: string; isAdmin: boolean };

/** The OpenAPI documents, and the API reference. */
export const mountDocs = (server: FastifyInstance, services: Pick<Services, 'env'>, options: Options) => {
  mountDocuments(server, services, options);
  mountReference(server, services, options);
};

const mountDocuments = (
  server: FastifyInstance,
  { env }: Pick<Services, 'env'>,
  { endpoint }: Pick<Options, 'endpoint'>,
) => {
  const { name, supportEmail } = brandOf(env);
  const contact = { name, ...(supportEmail ? { email: supportEmail } : {}) };
  const describeOnce = (...names: ApiName[]) => {
    let printed: string | undefined;
    const isAsked = (api: string) => names.length === 0 || names.some(known => known === api);
    return () => {
      printed ??= JSON.stringify(
        describeOperations(
          allOperations().filter(({ api }) => isAsked(api)),
          { endpoint, contact },
        ),
      );
      return printed;
    };
  };
  const documents: Record<(typeof descriptions)[number], () => string> = {
    '/api/swagger.json': describeOnce(),
    '/api/.well-known/management.openapi.json': describeOnce('management'),
    '/api/.well-known/experience.openapi.json': describeOnce('wellKnown', 'experience'),
    '/api/.well-known/user.openapi.json': describeOnce('account'),
  };
  for (const [path, print] of Object.entries(documents)) {
    server.get(path, (_, reply) => reply.type('application/json; charset=utf-8').send(print()));
  }
};

/** The pages are built with the documentation; only addresses are filled in here. */
const mountReference = (
  server: FastifyInstance,
  { env }: Pick<Services, 'env'>,
  { files, isAdmin }: Options,
) => {
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  const audience = audienceOf(env, defaultTenantId);
  const page = {
    edition: env.GATEHOUSE_EDITION,
    isConsole: isAdmin,
    adminEndpoint: env.ADMIN_ENDPOINT,
    tenantEndpoint: env.ENDPOINT,
    console: `${env.ADMIN_ENDPOINT}${isCloud ? '' : '/console'}`,
    managementAudience: audience,
    meAudience,
    cloudAudience,
  };
  // Only pages of the console's origin have its session to try requests with.
  const policy = contentSecurityPolicy({ connect: isAdmin ? [new URL(env.ENDPOINT).origin] : [] });
  const print = (name: string) => {
    const html = files.text(`reference/${name}.html`);
    if (html === undefined) return undefined;
    const filled = html
      .replaceAll(placeholders.endpoint, env.ENDPOINT)
      .replaceAll(placeholders.console, env.ADMIN_ENDPOINT)
      .replaceAll(placeholders.audience, audience);
    return inlineData(filled, 'gatehouse-reference', page, 'en');
  };
  const pages = new Map<string, string | undefined>();
  const pageOf = (name: string) => {
    if (!pages.has(name) && files.text(`reference/${name}.html`)) pages.set(name, print(name));
    return pages.get(name);
  };
  const slugs: Record<string, string> = JSON.parse(files.text('reference/operations.json') ?? '{}');

  server.get('/api/docs', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(pageOf('index')),
  );
  server.get('/api/docs/:page', (request, reply) => {
    const { page: name } = request.params as { page: string };
    const html = pageOf(name);
    if (html)
      return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html);
    const slug = Object.hasOwn(slugs, name) ? slugs[name] : undefined;
    return slug ? reply.redirect(`/api/docs/${slug}#${name}`) : reply.callNotFound();
  });
  server.get('/api/docs/assets/*', (request, reply) =>
    files.send(`assets/${(request.params as { '*': string })['*']}`, request, reply),
  );
};
