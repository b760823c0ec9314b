import { accountLockPath } from '@gatehouse/contract/account-lock.ts';
import type { CustomUiCsp } from '@gatehouse/contract/custom-ui-csp.ts';
import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { readSignInParameters } from '@gatehouse/contract/sign-in-parameters.ts';
import { fallbackLanguage } from '@gatehouse/phrases/languages.ts';
import { loadPhrases, type Namespace } from '@gatehouse/phrases/load.ts';
import type { Phrases } from '@gatehouse/phrases/translate.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { unlessUnavailable } from '../database/pool.ts';
import { loadAccountCenter } from '../domain/account-center.ts';
import { listProfileFields } from '../domain/profile-fields.ts';
import type { Brand } from '../domain/public-experience.ts';
import { describeFirstSteps } from '../domain/sign-in-decision.ts';
import type { Tenant } from '../domain/tenant.ts';
import { languageOf } from '../http/errors.ts';
import { mountForms } from '../http/forms.ts';
import { inlineData, plainPage } from '../http/html.ts';
import { contentSecurityPolicy, openerPolicy } from '../http/security-headers.ts';
import { type StaticFiles, typeOf } from '../http/static-files.ts';
import { type ConsoleApp, findClientApplication } from '../oidc/clients.ts';
import { brandOf, describeConsent } from '../oidc/consent.ts';
import { type FoundInteraction, findInteraction } from '../oidc/interactions.ts';
import { describeSignedIn } from '../oidc/select-account.ts';
import { describeProgress } from '../oidc/sign-in-progress.ts';
import type { Services } from '../services.ts';
import type { CustomUi } from '../uploads/custom-ui.ts';
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
/** What a provider answers, with a token in it. */
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

/** What the account center opens, and the fields that it lists. */
const describeAccountCenter = (tenant: Tenant): Promise<Partial<ExperiencePage>> =>
  tenant.database.read(async db => {
    const accountCenter = await loadAccountCenter(db, tenant.id);
    const fields = await listProfileFields(db);
    const listed = accountCenter.profileFields ?? [];
    const accountFields = listed.flatMap(({ name }) => fields.find(field => field.name === name) ?? []);
    return { accountCenter, accountFields: accountFields.filter(({ name }) => !isOwnSetting(name)) };
  });

/** The name and the picture have places of their own. */
const isOwnSetting = (name: string) => name === 'name' || name === 'avatar';

const looksOf = ({ clientId, params }: FoundInteraction): Brand => ({
  appId: clientId,
  organizationId: readSignInParameters(params).organization_id,
});

export type ExperiencePages = ReturnType<typeof createExperiencePages>;

/** The sign-in pages of a tenant: one built app, with what its first screen needs inlined. */
export const createExperiencePages = (
  files: StaticFiles,
  customUi: CustomUi,
  { consoleApp, ...options }: { consoleApp: ConsoleApp } & ScriptOptions,
) => {
  const prepareScripts = createOutsideScripts(options);

  const render = async (
    tenant: Tenant,
    wanted: { acceptLanguage?: string; locale?: unknown },
    content: Partial<ExperiencePage> = {},
    brand: Brand = {},
    namespace?: Namespace,
  ) => {
    if (files.index === undefined) {
      const body = '<p>The sign-in pages were not built yet. Run <code>npm run build</code>.</p>';
      return plainPage({ title: 'Not built', body });
    }
    const signInExperience = await tenant.cached.publicExperience(brand);
    const { autoDetect, fallbackLanguage } = signInExperience.languageInfo;
    const language = languageOf(
      autoDetect ? (wanted.acceptLanguage ?? fallbackLanguage) : fallbackLanguage,
      wanted.locale,
      await tenant.cached.ownLanguages(),
    );
    const page: ExperiencePage = {
      tenantId: tenant.id,
      language,
      phrases: await tenant.cached.pagePhrases(language),
      kitPhrases: await loadPhrases(language, 'kit'),
      ...(namespace ? { ownPhrases: (await loadPhrases(language, namespace)) as Phrases } : {}),
      signInExperience,
      hasInteraction: false,
      ...content,
    };
    return inlineData(files.index, 'gatehouse-data', page, language);
  };

  const send = (reply: FastifyReply, html: string, policy?: string) => {
    if (policy) reply.header('content-security-policy', policy);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
  };

  /** What the tenant brings itself goes before ours. Its scripts are its own, and those that it names. */
  const sendOwn = async (tenant: Tenant, path: string, request: FastifyRequest, reply: FastifyReply) => {
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

  const describe = async (
    tenant: Tenant,
    interaction: FoundInteraction,
  ): Promise<Partial<ExperiencePage>> => {
    const application = await findClientApplication(tenant, interaction.clientId, consoleApp);
    return {
      hasInteraction: true,
      interactionId: interaction.id,
      ...(application
        ? {
            application: {
              id: application.id,
              name: application.name,
              isThirdParty: application.isThirdParty,
              displayName: (await brandOf(tenant, application.id))?.displayName,
            },
          }
        : {}),
      parameters: readSignInParameters(interaction.params),
      firstSteps: describeFirstSteps(await tenant.cached.signInConfiguration()),
      ...(interaction.state
        ? { interaction: await describeProgress(tenant, interaction, interaction.state) }
        : {}),
      ...(interaction.prompt.name === 'select_account'
        ? { signedInAs: await describeSignedIn(tenant, interaction) }
        : {}),
      ...(interaction.prompt.name === 'consent'
        ? { consent: await describeConsent(tenant, interaction) }
        : {}),
    };
  };

  return {
    files,
    /** Errors of the provider, in the tenant's own look. */
    renderError: (tenant: Tenant, acceptLanguage: string | undefined, error: ExperiencePage['error']) =>
      render(tenant, { acceptLanguage }, { error }),

    /** A file of the pages that the tenant brings itself, at the path of the request. */
    sendOwnFile: (tenant: Tenant, request: FastifyRequest, reply: FastifyReply) =>
      sendOwn(tenant, new URL(request.url, 'http://localhost').pathname.slice(1), request, reply),

    /** Questions of the provider, in the look of the application that they are about. */
    renderForm: (tenant: Tenant, ctx: KoaContextWithOIDC, form: ExperiencePage['form']) =>
      render(
        tenant,
        { acceptLanguage: ctx.get('accept-language'), locale: ctx.oidc.params?.ui_locales },
        { form },
        { appId: ctx.oidc.client?.clientId },
      ),

    async sendNotFound(tenant: Tenant, request: FastifyRequest, reply: FastifyReply) {
      const html = await render(tenant, { acceptLanguage: request.headers['accept-language'] });
      return send(reply.code(404), html);
    },

    /** An empty sign-in page beside the console, which fills it with settings that are not saved. */
    mountPreview(server: FastifyInstance) {
      const empty = {
        language: fallbackLanguage,
        phrases: {},
        kitPhrases: {},
        signInExperience: {},
        isPreview: true,
      };
      server.get('/sign-in-preview/*', (_, reply) =>
        send(
          reply.header('x-frame-options', 'SAMEORIGIN'),
          inlineData(files.index ?? '', 'gatehouse-data', empty, fallbackLanguage),
          previewPolicy,
        ),
      );
    },

    mount(
      server: FastifyInstance,
      services: Services,
      tenantOf: (request: FastifyRequest) => Promise<Tenant>,
    ) {
      server.get('/experience/*', (request, reply) =>
        files.send((request.params as { '*': string })['*'], request, reply),
      );
      for (const [path, namespace] of Object.entries(ownPages)) {
        server.get(path, async (request, reply) => {
          const { ui_locales: locale } = request.query as { ui_locales?: string };
          const wanted = { acceptLanguage: request.headers['accept-language'], locale };
          const tenant = await tenantOf(request);
          const content = namespace === 'account' ? await describeAccountCenter(tenant) : {};
          return send(reply.headers(openerPolicy), await render(tenant, wanted, content, {}, namespace));
        });
      }
      // Some providers answer by a form, with which our cookies do not come: the browser asks again.
      mountForms(server, formLimit, forms => {
        forms.post('/callback/:connectorId', (request, reply) => {
          const { pathname } = new URL(request.url, 'http://localhost');
          return reply.redirect(`${pathname}?${request.body as URLSearchParams}`, 303);
        });
      });
      for (const path of pages) {
        server.get(path, async (request, reply) => {
          // In the cloud the console has a page of the same name, which no application leads to.
          if (path === '/one-time-token' && !('app_id' in (request.query as object)))
            return reply.callNotFound();
          const tenant = await tenantOf(request);
          const provider = await services.providers.of(tenant);
          const interaction = await findInteraction(provider, request, reply).catch(
            unlessUnavailable(undefined),
          );
          const { unknownSessionRedirectUrl } = await tenant.cached.signInExperience();
          if (!interaction && unknownSessionRedirectUrl && needInteraction.includes(path)) {
            return reply.redirect(unknownSessionRedirectUrl);
          }
          if (await sendOwn(tenant, 'index.html', request, reply)) return reply;
          const { scripts, policy } = interaction ? await prepareScripts(tenant, interaction) : {};
          const content = interaction ? { ...scripts, ...(await describe(tenant, interaction)) } : {};
          const { ui_locales: locale } = request.query as { ui_locales?: string };
          const wanted = { acceptLanguage: request.headers['accept-language'], locale };
          const looks = interaction ? looksOf(interaction) : {};
          return send(reply, await render(tenant, wanted, content, looks), policy);
        });
      }
    },
  };
};
