import { accountLockPath } from '@gatehouse/contract/account-lock.ts';
import type { CustomUiCsp } from '@gatehouse/contract/custom-ui-csp.ts';
import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { testStatePrefix } from '@gatehouse/contract/test-sign-ins.ts';
import { fallbackLanguage } from '@gatehouse/phrases/languages.ts';
import type { Namespace } from '@gatehouse/phrases/load.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { unlessUnavailable } from '../database/pool.ts';
import type { Tenant } from '../domain/tenant.ts';
import { mountForms } from '../http/forms.ts';
import { inlineData } from '../http/html.ts';
import { contentSecurityPolicy, openerPolicy } from '../http/security-headers.ts';
import { type StaticFiles, typeOf } from '../http/static-files.ts';
import { consoleAddress } from '../http/tenant-address.ts';
import type { ConsoleApp } from '../oidc/clients.ts';
import type { Services } from '../services.ts';
import type { CustomUi } from '../uploads/custom-ui.ts';
import { mountDraftPreviewPages } from './draft-preview-pages.ts';
import { brandOfInteraction, describeAccountCenter, describeInteraction } from './experience-content.ts';
import { renderDocument, sendDocument, wantedBy } from './experience-document.ts';
import { createOutsideScripts, type ScriptOptions } from './outside-scripts.ts';

const customUiPolicy = ({ scriptSrc, connectSrc }: CustomUiCsp) =>
  contentSecurityPolicy({ style: ["'unsafe-inline'"], script: scriptSrc, connect: connectSrc });

const previewPolicy = contentSecurityPolicy({ isPreview: true });

/** Pages that a sign-in leads to. What follows the first part of the address is a step of the same flow. */
const needInteraction = [
  '/sign-in',
  '/sign-in/*',
  '/identifier-sign-in',
  '/register',
  '/register/*',
  '/identifier-register',
  '/reset-password',
  '/reset-password/*',
  '/continue/*',
  '/mfa-verification',
  '/mfa-verification/*',
  '/mfa-binding',
  '/mfa-binding/*',
  '/single-sign-on',
  '/direct/*',
  '/one-time-token',
  '/switch-account',
  '/step-up',
  '/consent',
];
/** Large enough for a provider's response with a token. */
const formLimit = 16 * 1024;

/** A provider also sends people back to the account center, which needs no sign-in. */
const pages = [...needInteraction, '/callback/*', '/account-suspended', '/error', '/signed-out'];

/** Pages of ours that belong to no sign-in, also where the tenant brings its own sign-in pages. Applications bring their words. */
const ownPages: Readonly<Record<string, Namespace | undefined>> = {
  [accountLockPath]: undefined,
  '/demo-app': 'demo-app',
  '/account': 'account',
  '/account/*': 'account',
};

type TenantOf = (request: FastifyRequest) => Promise<Tenant>;

type Parts = {
  files: StaticFiles;
  customUi: CustomUi;
  consoleApp: ConsoleApp;
  prepareScripts: ReturnType<typeof createOutsideScripts>;
};

/**
 * The tenant's own pages take precedence over ours. They may load their own scripts and those that the tenant names.
 */
const sendCustomUi = async (
  customUi: CustomUi,
  tenant: Tenant,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const file = await customUi.find(tenant, path);
  if (!file) return false;
  const { customUiCsp } = await tenant.cached.signInExperience();
  const isKnown = request.headers['if-none-match'] === file.tag;
  reply
    .code(isKnown ? 304 : 200)
    .type(typeOf(path))
    .header('content-security-policy', customUiPolicy(customUiCsp))
    .header('etag', file.tag)
    .header('cache-control', 'no-cache')
    .send(isKnown ? undefined : file.bytes);
  return true;
};

const mountOwnPages = (server: FastifyInstance, { files }: Parts, tenantOf: TenantOf) => {
  for (const [path, namespace] of Object.entries(ownPages)) {
    server.get(path, async (request, reply) => {
      const tenant = await tenantOf(request);
      const content = namespace === 'account' ? await describeAccountCenter(tenant) : {};
      const html = await renderDocument(files.index, tenant, wantedBy(request), { content, namespace });
      return sendDocument(reply.headers(openerPolicy), html);
    });
  }
};

/** Some providers answer by a form, with which our cookies do not come: the browser asks again. */
const mountFormCallback = (server: FastifyInstance) =>
  mountForms(server, formLimit, forms => {
    forms.post('/callback/:connectorId', (request, reply) => {
      const { pathname } = new URL(request.url, 'http://localhost');
      return reply.redirect(`${pathname}?${request.body as URLSearchParams}`, 303);
    });
  });

const isTestAnswer = ({ query }: FastifyRequest) => {
  const { state } = query as { state?: unknown };
  return typeof state === 'string' && state.startsWith(testStatePrefix);
};

/** An administrator's test belongs to no sign-in: the console, which began it, reads the answer. */
const testPage = ({ env }: Services, request: FastifyRequest) =>
  `${consoleAddress(env)}/sign-in-test${new URL(request.url, 'http://localhost').search}`;

const mountSignInPages = (
  server: FastifyInstance,
  { files, customUi, consoleApp, prepareScripts }: Parts,
  services: Services,
  tenantOf: TenantOf,
) => {
  for (const path of pages) {
    server.get(path, async (request, reply) => {
      // In the cloud the console has a page of the same name, which no application leads to.
      if (path === '/one-time-token' && !('app_id' in (request.query as object))) return reply.callNotFound();
      if (path === '/callback/*' && isTestAnswer(request))
        return reply.redirect(testPage(services, request), 303);
      const tenant = await tenantOf(request);
      const interaction = await services.providers
        .interaction(tenant, request, reply)
        .catch(unlessUnavailable(undefined));
      const { unknownSessionRedirectUrl } = await tenant.cached.signInExperience();
      if (!interaction && unknownSessionRedirectUrl && needInteraction.includes(path)) {
        return reply.redirect(unknownSessionRedirectUrl);
      }
      if (await sendCustomUi(customUi, tenant, 'index.html', request, reply)) return reply;
      if (!interaction) {
        return sendDocument(reply, await renderDocument(files.index, tenant, wantedBy(request)));
      }
      const { scripts, policy } = await prepareScripts(tenant, interaction);
      const content = { ...scripts, ...(await describeInteraction(tenant, interaction, consoleApp)) };
      const brand = brandOfInteraction(interaction);
      const html = await renderDocument(files.index, tenant, wantedBy(request), { content, brand });
      return sendDocument(reply, html, policy);
    });
  }
};

/** An empty sign-in page beside the console, which fills it with settings that are not saved. */
const mountPreviewPage = (server: FastifyInstance, files: StaticFiles) => {
  const empty = {
    language: fallbackLanguage,
    phrases: {},
    kitPhrases: {},
    signInExperience: {},
    isPreview: true,
  };
  server.get('/sign-in-preview/*', (_, reply) =>
    sendDocument(
      reply.header('x-frame-options', 'SAMEORIGIN'),
      inlineData(files.index ?? '', 'gatehouse-data', empty, fallbackLanguage),
      previewPolicy,
    ),
  );
};

export type ExperiencePages = ReturnType<typeof createExperiencePages>;

/** The sign-in pages of a tenant: one built app, with what its first screen needs inlined. */
export const createExperiencePages = (
  files: StaticFiles,
  customUi: CustomUi,
  { consoleApp, ...options }: { consoleApp: ConsoleApp } & ScriptOptions,
) => {
  const parts: Parts = { files, customUi, consoleApp, prepareScripts: createOutsideScripts(options) };
  return {
    files,
    /** Errors of the provider, in the tenant's own look. */
    renderError: (tenant: Tenant, acceptLanguage: string | undefined, error: ExperiencePage['error']) =>
      renderDocument(files.index, tenant, { acceptLanguage }, { content: { error } }),

    /** A file of the pages that the tenant brings itself, at the path of the request. */
    sendOwnFile(tenant: Tenant, request: FastifyRequest, reply: FastifyReply) {
      const { pathname } = new URL(request.url, 'http://localhost');
      return sendCustomUi(customUi, tenant, pathname.slice(1), request, reply);
    },

    /** Questions of the provider, in the look of the application that they are about. */
    renderForm: (tenant: Tenant, ctx: KoaContextWithOIDC, form: ExperiencePage['form']) =>
      renderDocument(
        files.index,
        tenant,
        { acceptLanguage: ctx.get('accept-language'), locale: ctx.oidc.params?.ui_locales },
        { content: { form }, brand: { appId: ctx.oidc.client?.clientId } },
      ),

    async sendNotFound(tenant: Tenant, request: FastifyRequest, reply: FastifyReply) {
      const acceptLanguage = request.headers['accept-language'];
      return sendDocument(reply.code(404), await renderDocument(files.index, tenant, { acceptLanguage }));
    },

    mountPreview: (server: FastifyInstance) => mountPreviewPage(server, files),

    mountDraftPreview: (
      server: FastifyInstance,
      previews: Pick<Parameters<typeof mountDraftPreviewPages>[1], 'tenantOf' | 'open'>,
    ) => mountDraftPreviewPages(server, { ...previews, consoleApp, index: files.index }),

    mount(server: FastifyInstance, services: Services, tenantOf: TenantOf) {
      server.get('/experience/*', (request, reply) =>
        files.send((request.params as { '*': string })['*'], request, reply),
      );
      mountOwnPages(server, parts, tenantOf);
      mountFormCallback(server);
      mountSignInPages(server, parts, services, tenantOf);
    },
  };
};
