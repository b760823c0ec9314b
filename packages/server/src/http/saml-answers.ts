import { createHash } from 'node:crypto';
import { reaches, singleFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../domain/request-error.ts';
import type { Tenant } from '../domain/tenant.ts';
import { escapeHtml } from '../messages/escape-html.ts';
import { spendCode } from '../oidc/spend-code.ts';
import { findSamlApplication } from '../saml/applications.ts';
import { groupsOf } from '../saml/groups.ts';
import { forgetRequest, type KeptRequest, readKeptRequest } from '../saml/kept-request.ts';
import { identityProviderOf } from '../saml/metadata.ts';
import { classOf, levelFor, levelOf } from '../saml/requested-context.ts';
import type { Failure } from '../saml/response.ts';
import { languageOf } from './errors.ts';
import { plainPage } from './html.ts';
import { noteSaml, type SamlContext } from './saml-notes.ts';

/** The browser is back from signing in: what came of it goes to the service provider. */
export const finish = async (context: SamlContext) => {
  const { tenant, services, request, reply, id } = context;
  const { code, error, state = '' } = request.query as { code?: string; error?: string; state?: string };
  const kept = readKeptRequest(tenant, request.headers.cookie, services.vault, state);
  if (kept.applicationId !== id) throw new RequestError('application.saml.state_mismatch');
  const application = await readApplication(tenant, id);
  reply.header('set-cookie', forgetRequest(tenant, state));
  const provider = await services.providers.of(tenant);
  const spent = code === undefined ? undefined : await spendCode(tenant, provider, code, id);
  const failure = failureOf(kept, spent?.code, error);
  noteSaml(context, 'SamlApplication.Callback', {
    userId: spent?.user.id,
    // A service provider that only looks whether somebody is signed in is not refused anything.
    ...(failure && failure !== 'NoPassive' ? { error: { code: 'session.verification_failed' } } : {}),
  });
  if (failure || !spent) return sendFailure(context, application, kept, failure ?? 'AuthnFailed');
  const { answerWith } = await import('../saml/answer.ts');
  const { key, groups } = await tenant.database.read(async db => ({
    key: await readKey(db, services.vault, id),
    groups: await groupsOf(db, spent.user.id, application.attributeMapping),
  }));
  const authentication = authenticationBehind(id, spent.code, kept);
  const asked = { ...askedBy(tenant, application, kept), authentication };
  const response = await answerWith({ user: spent.user, groups }, application, asked, key);
  return sendForm(context, application, kept, response);
};

type Code = { sessionUid?: string; authTime?: number; acr?: string; amr?: string[] };

/** Why there is no assertion; nothing where there is one. */
const failureOf = (
  kept: KeptRequest,
  code: Code | undefined,
  error: string | undefined,
): Failure | undefined => {
  if (error === 'unmet_authentication_requirements') return 'NoAuthnContext';
  const isFresh = kept.signedInSince === undefined || (code?.authTime ?? 0) >= kept.signedInSince;
  if (!code || !isFresh) return kept.isPassive ? 'NoPassive' : 'AuthnFailed';
  const level = kept.context ? levelFor(kept.context) : singleFactorAcr;
  return level && reaches(levelOf(code), level) ? undefined : 'NoAuthnContext';
};

/** Says to the service provider that there is no assertion, and why. */
export const sendFailure = async (
  context: SamlContext,
  application: ReadyApplication,
  kept: Pick<KeptRequest, 'requestId' | 'relayState'>,
  failure: Failure,
) => {
  const { tenant, services, id } = context;
  const { answerWithFailure } = await import('../saml/answer.ts');
  const key = await tenant.database.read(db => readKey(db, services.vault, id));
  const response = answerWithFailure(askedBy(tenant, application, kept), key, failure);
  return sendForm(context, application, kept, response);
};

const askedBy = (
  tenant: Tenant,
  application: ReadyApplication,
  { requestId }: Pick<KeptRequest, 'requestId'>,
) => ({
  issuer: identityProviderOf(tenant.endpoint, application.id).entityId,
  audience: application.entityId,
  recipient: application.acsUrl.url,
  ...(requestId === undefined ? {} : { inResponseTo: requestId }),
});

const sendForm = async (
  { request, reply }: SamlContext,
  application: ReadyApplication,
  { relayState }: Pick<KeptRequest, 'relayState'>,
  response: string,
) => {
  const fields = {
    SAMLResponse: Buffer.from(response).toString('base64'),
    // A service provider that has sent none gets none.
    ...(relayState ? { RelayState: relayState } : {}),
  };
  const language = languageOf(request.headers['accept-language']);
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(await printForm(application.acsUrl.url, fields, language));
};

/** The session has another name for each service provider, so that two of them cannot compare. */
const authenticationBehind = (applicationId: string, code: Code, { context }: KeptRequest) => ({
  at: (code.authTime ?? Math.floor(Date.now() / 1000)) * 1000,
  sessionIndex: `_${createHash('sha256').update(`${applicationId} ${code.sessionUid}`).digest('hex').slice(0, 32)}`,
  contextClass: classOf(code, context),
});

/** Nobody signs in to an application that is not set up completely. */
export const readApplication = async (tenant: Tenant, id: string) => {
  const application = await tenant.database.read(db => findSamlApplication(db, id));
  const { entityId, acsUrl } = application;
  if (!entityId) throw new RequestError('application.saml.entity_id_required');
  if (!acsUrl) throw new RequestError('application.saml.acs_url_required');
  return { ...application, entityId, acsUrl };
};

type ReadyApplication = Awaited<ReturnType<typeof readApplication>>;

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
