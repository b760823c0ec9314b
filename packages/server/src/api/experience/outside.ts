import type { experienceOutside as rows } from '@gatehouse/contract/experience-outside.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { readSignInParameters } from '@gatehouse/contract/sign-in-parameters.ts';
import type { SocialAccount } from '../../connectors/connector.ts';
import { beginSocial, finishSocial, promptSession } from '../../connectors/social-session.ts';
import { signerOf } from '../../domain/connector-signer.ts';
import { spendCredential } from '../../domain/used-credentials.ts';
import { readCookie } from '../../http/cookie-names.ts';
import { ownTransactions } from '../../http/implement.ts';
import { isOutside, type OutsideVerification } from '../../oidc/outside-proof.ts';
import { RequestError } from '../../request-error.ts';
import { unsolicitedCookie } from '../../sso/assertions.ts';
import { beginSso, findSsoConnector, finishSso } from '../../sso/session.ts';
import { requireSocialConnector } from '../link-identity.ts';
import { findVerification, note, openStep, type Step } from './step.ts';
import type { StepContext } from './step-context.ts';

/** Social and enterprise accounts. Direct: requests to a provider must not hold a transaction. */
export const outside = ownTransactions<typeof rows>({
  async beginSocial(context) {
    const step = await openStep(context);
    const connector = await requireSocialConnector(context, context.params.connectorId);
    const session = {
      owner: step.interaction.id,
      isFresh: await step.interaction.mustBeFresh(),
      ...context.body,
    };
    const authorizationUri = await beginSocial(context.services, connector, session);
    note(context, step.interaction, keyOf(step, 'Social.Create'));
    const { verificationId } = await rememberPending(step, {
      ...pending(context.params.connectorId, context.body),
      type: 'Social',
      target: connector.target,
    });
    return { authorizationUri, verificationId };
  },

  async verifySocial(context) {
    const { body, params, services } = context;
    const step = await openStep(context);
    const connector = await requireSocialConnector(context, params.connectorId);
    const found = body.verificationId
      ? requirePending(step, 'Social', params.connectorId, body)
      : // One Tap needs no request: the browser has the provider's word already.
        {
          ...pending(params.connectorId, promptOf(step, body.connectorData)),
          type: 'Social' as const,
          target: connector.target,
        };
    const { credential } = body.connectorData;
    const isGivenElsewhere = !body.verificationId && credential === broughtCredential(step);
    const session = {
      owner: step.interaction.id,
      state: found.state,
      redirectUri: found.redirectUri,
      isGivenElsewhere,
      isFresh: await step.interaction.mustBeFresh(),
    };
    const key = keyOf(step, 'Social.Submit');
    const verify = async () => {
      const dependencies = { ...services, sign: signerOf(context.tenant) };
      const account = await finishSocial(dependencies, connector, session, body.connectorData);
      if (isGivenElsewhere)
        await spendCredential(context.tenant, String(credential), {
          interactionId: step.interaction.id,
          expiresAt: Number(account.rawData.exp) * 1000,
        });
      return account;
    };
    const account = await verify();
    note(context, step.interaction, key);
    return rememberAccount(context, step, { ...found, isFresh: session.isFresh }, account);
  },

  async beginSso(context) {
    const step = await openStep(context);
    const connector = await requireSso(context, context.params.connectorId);
    const session = {
      owner: step.interaction.id,
      isFresh: await step.interaction.mustBeFresh(),
      ...context.body,
    };
    const { login_hint: hint } = step.interaction.params;
    const loginHint = typeof hint === 'string' ? hint : undefined;
    const authorizationUri = await beginSso(context, connector, session, {
      loginHint,
      unsolicited: unsolicitedOf(context),
    });
    note(context, step.interaction, keyOf(step, 'EnterpriseSso.Create'));
    const { verificationId } = await rememberPending(step, {
      ...pending(context.params.connectorId, context.body),
      type: 'EnterpriseSso',
    });
    return { authorizationUri, verificationId };
  },

  async verifySso(context) {
    const { body, params } = context;
    const step = await openStep(context);
    const connector = await requireSso(context, params.connectorId);
    const found = requirePending(step, 'EnterpriseSso', params.connectorId, body);
    const session = {
      owner: step.interaction.id,
      state: found.state,
      redirectUri: found.redirectUri,
      isFresh: await step.interaction.mustBeFresh(),
    };
    const key = keyOf(step, 'EnterpriseSso.Submit');
    const { issuer, account, samlSession } = await finishSso(
      context,
      connector,
      session,
      body.connectorData,
      {
        unsolicited: unsolicitedOf(context),
      },
    );
    note(context, step.interaction, key);
    const { isFresh } = session;
    return rememberAccount(context, step, { ...found, issuer, samlSession, isFresh }, account);
  },
});

type Part = 'Social.Create' | 'Social.Submit' | 'EnterpriseSso.Create' | 'EnterpriseSso.Submit';

const keyOf = <P extends Part>({ state }: Step, part: P) => {
  if (state.event === 'ForgotPassword') throw new RequestError('session.not_supported_for_forgot_password');
  return `Interaction.${state.event}.Verification.${part}` as const;
};

/** The assertion that an identity provider left with this browser in an IdP-initiated sign-in. */
const unsolicitedOf = ({ tenant, request }: StepContext) =>
  readCookie(request.headers.cookie, tenant, unsolicitedCookie);

const requireSso = async ({ tenant, services }: StepContext, id: string) => {
  const connector = await tenant.database.read(db => findSsoConnector(db, services.vault, id));
  if (!connector)
    throw new RequestError('session.invalid_connector_id', { data: { connectorId: id }, status: 404 });
  const { singleSignOnEnabled } = await tenant.cached.signInExperience();
  if (!singleSignOnEnabled) throw new RequestError('connector.not_enabled');
  return connector;
};

const pending = (connectorId: string, { state, redirectUri }: { state: string; redirectUri: string }) => ({
  id: generateId(),
  isVerified: false,
  connectorId,
  state,
  redirectUri,
});

const promptOf = ({ interaction }: Step, { credential }: Record<string, unknown>) => {
  if (typeof credential !== 'string') throw new RequestError('session.verification_session_not_found');
  return promptSession(interaction.id);
};

/** A credential that the application received from the provider before it redirected the browser here. */
const broughtCredential = ({ interaction }: Step) =>
  readSignInParameters(interaction.params).google_one_tap_credential;

/** Several can be under way: people open a second tab. */
const mostPending = 5;

const rememberPending = async ({ interaction, state }: Step, verification: OutsideVerification) => {
  const others = state.verifications.filter(other => !isOutside(other) || other.isVerified);
  const waiting = state.verifications.filter(other => isOutside(other) && !other.isVerified);
  const kept = [...others, ...waiting.slice(1 - mostPending), verification];
  await interaction.save({ ...state, verifications: kept });
  return { verificationId: verification.id };
};

/**
 * Accepts a provider's response only for the request that this browser made. A page that compares the state itself
 * need not send it.
 */
const requirePending = <Type extends OutsideVerification['type']>(
  { state }: Step,
  type: Type,
  connectorId: string,
  { verificationId, connectorData }: { verificationId?: string; connectorData: Record<string, unknown> },
) => {
  const found = findVerification(state, verificationId);
  if (found.type !== type || found.connectorId !== connectorId)
    throw new RequestError('session.verification_session_not_found');
  if ((connectorData.state ?? found.state) !== found.state)
    throw new RequestError('session.csrf_token_mismatch');
  return found as Extract<OutsideVerification, { type: Type }>;
};

const rememberAccount = async (
  { services }: StepContext,
  { interaction, state }: Step,
  verification: OutsideVerification,
  { tokens, ...account }: SocialAccount,
) => {
  const others = state.verifications.filter(
    other => other.id !== verification.id && !(other.type === verification.type && other.isVerified),
  );
  const proven = {
    ...verification,
    isVerified: true,
    account,
    ...(tokens ? { tokens: services.vault.seal(JSON.stringify(tokens)) } : {}),
  };
  await interaction.save({ ...state, verifications: [...others, { ...proven, at: Date.now() }] });
  return { verificationId: verification.id };
};
