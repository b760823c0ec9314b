import { createHash } from 'node:crypto';
import { reaches, singleFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { rememberSession } from '../domain/saml-participants.ts';
import type { Tenant } from '../domain/tenant.ts';
import { sendSamlForm } from '../http/saml-form.ts';
import { signInIdOfCode } from '../oidc/sign-in-id.ts';
import { spendCode } from '../oidc/spend-code.ts';
import { RequestError } from '../request-error.ts';
import { findAcsUrl } from './acs-urls.ts';
import { findSamlApplication, findSigningSecret } from './applications.ts';
import { groupsOf } from './groups.ts';
import { nameIdOf } from './identity.ts';
import { forgetRequest, type KeptRequest, readKeptRequest } from './kept-request.ts';
import { identityProviderOf } from './metadata.ts';
import { noteSaml, type SamlContext } from './notes.ts';
import { classOf, levelFor, levelOf } from './requested-context.ts';
import type { Failure } from './response.ts';

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
    signInId: signInIdOfCode(spent?.code),
    // A passive request of a service provider is not a refusal.
    ...(failure && failure !== 'NoPassive' ? { error: { code: 'session.verification_failed' } } : {}),
  });
  if (failure || !spent) return sendFailure(context, application, kept, failure ?? 'AuthnFailed');
  const { answerWith } = await import('./answer.ts');
  const { key, groups } = await tenant.database.read(async db => ({
    key: await readKey(db, services.vault, id),
    groups: await groupsOf(db, spent.user.id, application.attributeMapping),
  }));
  const authentication = authenticationBehind(id, spent.code, kept);
  const asked = { ...askedBy(tenant, application, kept), authentication };
  const nameId = nameIdOf(spent.user, application.nameIdFormat, authentication.sessionIndex);
  const response = await answerWith({ user: spent.user, groups, nameId }, application, asked, key);
  await rememberAssertion(context, spent, { nameId, sessionIndex: authentication.sessionIndex });
  return sendForm(context, application, kept, response);
};

/** A service provider that knows of the session takes part in its end. */
const rememberAssertion = async (
  { tenant, id }: SamlContext,
  { user, code }: { user: { id: string }; code: Code },
  { nameId, sessionIndex }: { nameId: ReturnType<typeof nameIdOf>; sessionIndex: string },
) => {
  const { sessionUid } = code;
  if (sessionUid === undefined) return;
  const { value, format: nameIdFormat } = nameId;
  await rememberSession(
    tenant,
    { kind: 'application', id },
    { sessionUid, userId: user.id, nameId: value, nameIdFormat, sessionIndex },
  );
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
  kept: Pick<KeptRequest, 'requestId' | 'relayState' | 'acsUrl'>,
  failure: Failure,
) => {
  const { tenant, services, id } = context;
  const { answerWithFailure } = await import('./answer.ts');
  const key = await tenant.database.read(db => readKey(db, services.vault, id));
  const response = answerWithFailure(askedBy(tenant, application, kept), key, failure);
  return sendForm(context, application, kept, response);
};

const askedBy = (
  tenant: Tenant,
  application: ReadyApplication,
  { requestId, acsUrl }: Pick<KeptRequest, 'requestId' | 'acsUrl'>,
) => ({
  issuer: identityProviderOf(tenant.endpoint, application.id).entityId,
  audience: application.entityId,
  recipient: recipientOf(application, acsUrl),
  ...(requestId === undefined ? {} : { inResponseTo: requestId }),
});

/** An address that was registered when the sign-in began, and no longer is, gets nothing. */
const recipientOf = (application: ReadyApplication, acsUrl: string | undefined) =>
  findAcsUrl(application, { acsUrl }) ?? application.acsUrl.url;

const sendForm = async (
  { request, reply }: SamlContext,
  application: ReadyApplication,
  { relayState, acsUrl }: Pick<KeptRequest, 'relayState' | 'acsUrl'>,
  response: string,
) => {
  const fields = {
    SAMLResponse: Buffer.from(response).toString('base64'),
    // A service provider that has sent none gets none.
    ...(relayState ? { RelayState: relayState } : {}),
  };
  return sendSamlForm(request, reply, { action: recipientOf(application, acsUrl), fields, about: 'sign_in' });
};

/** The session has another name for each service provider, so that two of them cannot compare. */
const authenticationBehind = (applicationId: string, code: Code, { context }: KeptRequest) => ({
  at: (code.authTime ?? Math.floor(Date.now() / 1000)) * 1000,
  sessionIndex: `_${createHash('sha256').update(`${applicationId} ${code.sessionUid}`).digest('hex').slice(0, 32)}`,
  contextClass: classOf(code, context),
});

/** An incomplete application does not sign users in. */
export const readApplication = async (tenant: Tenant, id: string) => {
  const application = await tenant.database.read(db => findSamlApplication(db, id));
  const { entityId, acsUrl } = application;
  if (!entityId) throw new RequestError('application.saml.entity_id_required');
  if (!acsUrl) throw new RequestError('application.saml.acs_url_required');
  return { ...application, entityId, acsUrl };
};

type ReadyApplication = Awaited<ReturnType<typeof readApplication>>;

const readKey = async (db: Kysely<Tables>, vault: Vault, applicationId: string) => {
  const key = await findSigningSecret(db, vault, applicationId);
  if (!key) throw new RequestError('application.saml.no_active_secret');
  return key;
};
