import { createHash } from 'node:crypto';
import { generateState } from '@gatehouse/contract/ids.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../domain/request-error.ts';
import type { Tenant } from '../domain/tenant.ts';
import { escapeHtml } from '../messages/escape-html.ts';
import { printCookie, readCookie } from '../oidc/cookie-names.ts';
import { spendCode } from '../oidc/spend-code.ts';
import { findSamlApplication } from '../saml/applications.ts';
import { readAuthnRequest } from '../saml/authn-request.ts';
import { identityProviderOf, printMetadata } from '../saml/metadata.ts';
import { sendErrorPage } from './error-page.ts';
import { languageOf } from './errors.ts';
import type { ExperiencePages } from './experience-pages.ts';
import { plainPage } from './html.ts';
import type { Services } from './services.ts';

type Means = { tenantOf(request: FastifyRequest): Promise<Tenant>; pages: ExperiencePages };
type Context = {
  tenant: Tenant;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  id: string;
};

const formLimit = 256 * 1024;
const sessionMs = 60 * 60_000;
const cookieName = (state: string) => `_saml_${state}`;

/** What a service provider asked for, in the browser until it comes back from signing in; sealed. */
const session = z.object({
  applicationId: z.string(),
  requestId: z.string(),
  relayState: z.string(),
  /** Seconds: a sign-in from before this does not count. */
  signedInSince: z.number().optional(),
  isPassive: z.boolean().optional(),
  expiresAt: z.number(),
});

/**
 * We as the identity provider of SAML applications. Signing in itself is that of OpenID Connect: the application is a
 * client of ours whose redirect URI is here, and the code that comes back is turned into an assertion.
 */
export const mountSamlApplications = (server: FastifyInstance, services: Services, means: Means) => {
  const answer =
    (work: (context: Context) => Promise<unknown>, key?: SamlKey) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const tenant = await means.tenantOf(request);
      const { id } = request.params as { id: string };
      const context = { tenant, services, request, reply, id };
      try {
        return await work(context);
      } catch (error) {
        if (key) await noteRefusal(context, key, error);
        return sendErrorPage(means.pages, tenant, error, request, reply);
      }
    };
  server.register(async forms => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    forms.get(
      '/api/saml/:id/authn',
      answer(context => begin(context, 'redirect', context.request.query), 'SamlApplication.AuthnRequest'),
    );
    forms.post(
      '/api/saml/:id/authn',
      answer(context => begin(context, 'post', context.request.body), 'SamlApplication.AuthnRequest'),
    );
    forms.get('/api/saml-applications/:id/callback', answer(finish, 'SamlApplication.Callback'));
    forms.get('/api/saml-applications/:id/metadata', answer(sendMetadata));
  });
};

const message = z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().max(1024).optional() });

const begin = async (
  { tenant, services, request, reply, id }: Context,
  binding: 'redirect' | 'post',
  given: unknown,
) => {
  const parsed = message.safeParse(given);
  if (!parsed.success) throw new RequestError('application.saml.invalid_saml_request');
  const application = await readApplication(tenant, id);
  const asked = readAuthnRequest(parsed.data.SAMLRequest, binding);
  if (asked.issuer !== application.entityId)
    throw new RequestError('application.saml.auth_request_issuer_not_match');
  // Assertions go to the registered address and to no other.
  if (asked.acsUrl && asked.acsUrl !== application.acsUrl.url)
    throw new RequestError('application.saml.invalid_saml_request');
  const state = generateState(24);
  const kept: z.infer<typeof session> = {
    applicationId: id,
    requestId: asked.id,
    relayState: parsed.data.RelayState ?? '',
    ...(asked.forceAuthn ? { signedInSince: Math.floor(Date.now() / 1000) } : {}),
    isPassive: asked.isPassive,
    expiresAt: Date.now() + sessionMs,
  };
  note(services, tenant, request, 'SamlApplication.AuthnRequest', id);
  reply.header(
    'set-cookie',
    printCookie(tenant, cookieName(state), services.vault.seal(JSON.stringify(kept)), sessionMs / 1000),
  );
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: `${tenant.endpoint}/api/saml-applications/${id}/callback`,
    response_type: 'code',
    scope: 'openid profile',
    state,
    ...promptOf(asked),
  });
  return reply.redirect(`${tenant.issuer}/auth?${query}`, 303);
};

/** A service provider that wants a new sign-in without anything shown wants what cannot be: it is told so. */
const promptOf = ({ forceAuthn, isPassive }: { forceAuthn: boolean; isPassive: boolean }) => {
  if (isPassive) return { prompt: 'none', ...(forceAuthn ? { max_age: '0' } : {}) };
  return forceAuthn ? { prompt: 'login' } : {};
};

const finish = async ({ tenant, services, request, reply, id }: Context) => {
  const { code, state = '' } = request.query as { code?: string; state?: string };
  const kept = readSession(tenant, request, services.vault, state);
  if (kept.applicationId !== id) throw new RequestError('application.saml.state_mismatch');
  const application = await readApplication(tenant, id);
  const key = await tenant.database.read(db => readKey(db, services.vault, id));
  const asked = {
    issuer: identityProviderOf(tenant.endpoint, id).entityId,
    audience: application.entityId,
    recipient: application.acsUrl.url,
    inResponseTo: kept.requestId,
  };
  const { answerWith, answerWithFailure } = await import('../saml/answer.ts');
  const provider = await services.providers.of(tenant);
  const spent = code === undefined ? undefined : await spendCode(tenant, provider, code, id);
  const isFresh = kept.signedInSince === undefined || (spent?.code.authTime ?? 0) >= kept.signedInSince;
  const fresh = isFresh ? spent : undefined;
  const response =
    fresh === undefined
      ? answerWithFailure(asked, key, kept.isPassive ? 'NoPassive' : 'AuthnFailed')
      : await answerWith(
          fresh.user,
          application,
          { ...asked, authentication: authenticationBehind(id, fresh.code) },
          key,
        );
  note(services, tenant, request, 'SamlApplication.Callback', id, {
    userId: (fresh ?? spent)?.user.id,
    // A service provider that only looks whether somebody is signed in is not refused anything.
    ...(fresh || kept.isPassive ? {} : { error: { code: 'session.verification_failed' } }),
  });
  const fields = { SAMLResponse: btoa8(response), RelayState: kept.relayState };
  const language = languageOf(request.headers['accept-language']);
  return reply
    .header('set-cookie', printCookie(tenant, cookieName(state), '', 0))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(await printForm(application.acsUrl.url, fields, language));
};

/** The session has another name for each service provider, so that two of them cannot compare. */
const authenticationBehind = (
  applicationId: string,
  code: { sessionUid?: string; authTime?: number; amr?: string[] },
) => ({
  at: (code.authTime ?? Math.floor(Date.now() / 1000)) * 1000,
  sessionIndex: `_${createHash('sha256').update(`${applicationId} ${code.sessionUid}`).digest('hex').slice(0, 32)}`,
  contextClass: code.amr?.includes('pwd') ? passwordContext : unspecifiedContext,
});

const passwordContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const unspecifiedContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified';

const btoa8 = (text: string) => Buffer.from(text).toString('base64');

const sendMetadata = async ({ tenant, reply, id }: Context) => {
  const application = await tenant.database.read(db => findSamlApplication(db, id));
  const certificates = await tenant.database.read(db =>
    db
      .selectFrom('samlApplicationSecrets')
      .select('certificate')
      .where('applicationId', '=', id)
      .where('expiresAt', '>', Date.now())
      .orderBy('active', 'desc')
      .orderBy('createdAt', 'desc')
      .execute(),
  );
  const xml = printMetadata(
    identityProviderOf(tenant.endpoint, id),
    certificates.map(({ certificate }) => certificate),
    application.nameIdFormat,
  );
  return reply.type('text/xml; charset=utf-8').send(xml);
};

/** Nobody signs in to an application that is not set up completely. */
const readApplication = async (tenant: Tenant, id: string) => {
  const application = await tenant.database.read(db => findSamlApplication(db, id));
  const { entityId, acsUrl } = application;
  if (!entityId) throw new RequestError('application.saml.entity_id_required');
  if (!acsUrl) throw new RequestError('application.saml.acs_url_required');
  return { ...application, entityId, acsUrl };
};

const readKey = async (db: Kysely<Tables>, vault: Vault, applicationId: string) => {
  const secret = await db
    .selectFrom('samlApplicationSecrets')
    .select(['privateKey', 'certificate'])
    .where('applicationId', '=', applicationId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!secret) throw new RequestError('application.saml.no_active_secret');
  return { privateKey: vault.open(secret.privateKey), certificate: secret.certificate };
};

const readSession = (tenant: Tenant, request: FastifyRequest, vault: Vault, state: string) => {
  if (!/^\w{1,64}$/.test(state)) throw new RequestError('application.saml.state_mismatch');
  const found = readCookie(request.headers.cookie, tenant, cookieName(state));
  if (!found) throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found_in_cookies');
  try {
    const kept = session.parse(JSON.parse(vault.open(found)));
    if (kept.expiresAt > Date.now()) return kept;
  } catch (error) {
    throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found', { cause: error });
  }
  throw new RequestError('application.saml.sp_initiated_saml_sso_session_not_found');
};

/** A page that sends itself on; without scripts, by a press. */
const printForm = async (action: string, fields: Record<string, string>, language: string) => {
  const t = createTranslator(language, await loadPhrases(language, 'experience'));
  return plainPage({
    language,
    title: t('outside.returning'),
    body:
      `<form method="post" action="${escapeHtml(action)}">` +
      Object.entries(fields)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
        .join('') +
      `<button class="primary">${escapeHtml(t('sign_in.submit'))}</button></form>` +
      '<script src="/plain/submit.js"></script>',
  });
};

type SamlKey = 'SamlApplication.AuthnRequest' | 'SamlApplication.Callback';

/** The application is named where there is one: anybody can make up an address. */
const noteRefusal = async ({ tenant, services, request, id }: Context, key: SamlKey, error: unknown) => {
  if (!(error instanceof RequestError) || error.status >= 500) return;
  const { code } = error;
  await services.audit.refuse(tenant.id, { ip: request.ip, key, code }, async () => ({
    result: 'Error',
    error: { code },
    applicationId: (await tenant.cached.client(id))?.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  }));
};

const note = (
  { audit }: Services,
  tenant: Tenant,
  request: FastifyRequest,
  key: SamlKey,
  applicationId: string,
  details: { userId?: string; error?: { code: string } } = {},
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
