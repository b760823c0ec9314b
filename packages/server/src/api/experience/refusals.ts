import { type AuditKey, auditKeys } from '@gatehouse/contract/audit.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { explainRefusal } from '@gatehouse/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';
import { maskIdentifier } from '../../domain/mask-identifier.ts';
import { placeHeadersOf, whereaboutsOf } from '../../domain/sign-in/whereabouts.ts';
import type { Trace } from '../../domain/sign-in-decision.ts';
import { findUserByIdentifier } from '../../domain/users.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import type { FoundInteraction } from '../../oidc/interactions.ts';
import { RequestError } from '../../request-error.ts';
import type { StepContext } from './step-context.ts';

/** Details known about a step by the time it is refused. */
type Learned = {
  interaction?: FoundInteraction;
  /** No user: the identifier was looked up and not found. */
  userId?: string | 'nobody';
  trace?: Trace;
  /** The answer asks for the next step: nothing has failed. */
  isQuestion?: boolean;
};

const learned = new WeakMap<FastifyRequest, Learned>();

/** Remembers what the log entry of a refusal should tell. */
export const learn = ({ request }: Pick<StepContext, 'request'>, facts: Learned) =>
  learned.set(request, { ...learned.get(request), ...facts });

type Body = {
  type?: unknown;
  identifierType?: unknown;
  identifier?: { type: unknown; value: unknown };
  verificationId?: unknown;
  interactionEvent?: string;
};

const codeTypes: Readonly<Record<string, string>> = {
  email: 'EmailVerificationCode',
  phone: 'PhoneVerificationCode',
};
const codeOf = ({ identifier, identifierType = identifier?.type }: Body) =>
  codeTypes[String(identifierType)] ?? 'EmailVerificationCode';

/** Audit log names of the steps, by path below `/experience`. */
const steps: readonly (readonly [path: RegExp, step: string | ((body: Body) => string)])[] = [
  [/^$/, 'Create'],
  [/^\/interaction-event$/, 'Update'],
  [/^\/identification$/, 'Identifier.Submit'],
  [/^\/submit$/, 'Submit'],
  [/^\/profile\/mfa$/, ({ type }) => `BindMfa.${type}.Submit`],
  [/^\/profile\/mfa\/passkey$/, 'SignInPasskey.Submit'],
  [/^\/profile/, 'Profile.Update'],
  [/^\/verification\/password$/, 'Verification.Password.Submit'],
  [/^\/verification\/new-password-identity$/, 'Verification.NewPasswordIdentity.Submit'],
  [/^\/verification\/one-time-token/, 'Verification.OneTimeToken.Submit'],
  [/^\/verification\/verification-code$/, body => `Verification.${codeOf(body)}.Create`],
  [/^\/verification\/verification-code\/verify$/, body => `Verification.${codeOf(body)}.Submit`],
  [/^\/verification\/mfa-verification-code$/, body => `Verification.Mfa${codeOf(body)}.Create`],
  [/^\/verification\/mfa-verification-code\/verify$/, body => `Verification.Mfa${codeOf(body)}.Submit`],
  [/^\/verification\/totp\/secret$/, 'Verification.Totp.Create'],
  [/^\/verification\/totp\/verify$/, 'Verification.Totp.Submit'],
  [/^\/verification\/backup-code\/generate$/, 'Verification.BackupCode.Create'],
  [/^\/verification\/backup-code\/verify$/, 'Verification.BackupCode.Submit'],
  [/^\/verification\/social\/.*authorization-uri$/, 'Verification.Social.Create'],
  [/^\/verification\/social\/.*verify$/, 'Verification.Social.Submit'],
  [/^\/verification\/sso\/.*authorization-uri$/, 'Verification.EnterpriseSso.Create'],
  [/^\/verification\/sso\/.*verify$/, 'Verification.EnterpriseSso.Submit'],
  [/sign-in-passkey.*\/verify$/, 'Verification.SignInPasskey.Submit'],
  [/sign-in-passkey/, 'Verification.SignInPasskey.Create'],
  [/^\/verification\/web-authn\/.*\/verify$/, 'Verification.WebAuthn.Submit'],
  [/^\/verification\/web-authn\//, 'Verification.WebAuthn.Create'],
];

const knownKeys: ReadonlySet<string> = new Set(auditKeys);

/**
 * Rows that are no step of a sign-in have no key. A step that the event does not have is logged as a step of sign-in.
 */
const keyOf = (path: string, body: Body, event = 'SignIn'): AuditKey | undefined => {
  if (!path.startsWith('/experience')) return undefined;
  const [, step] = steps.find(([pattern]) => pattern.test(path.slice('/experience'.length))) ?? [];
  const name = typeof step === 'function' ? step(body) : step;
  const keys = [event, 'SignIn', 'Register'].map(each => `Interaction.${each}.${name}`);
  return keys.find(key => knownKeys.has(key)) as AuditKey | undefined;
};

/**
 * Every refused step is logged: the user, the application and the reason. The lookups for it happen here, because the
 * sign-in has failed anyway.
 */
export const noteRefusal = async (row: Row, context: StepContext & { body?: unknown }, error: unknown) => {
  if (!(error instanceof RequestError) || error.status >= 500 || row.method === 'get') return;
  const { tenant, services, request } = context;
  const { isQuestion, trace, ...known } = learned.get(request) ?? {};
  if (isQuestion) return;
  const body = (context.body ?? {}) as Body;
  const { code } = error;
  const isLimited = code === 'request.address_rate_limited';
  const state = known.interaction?.state;
  const key = keyOf(row.path, body, body.interactionEvent ?? state?.event);
  if (!key) return;

  const describe = async () => {
    const interaction = known.interaction ?? (await interactionOf(context));
    const tried = identifierIn(body) ?? verifiedIdentifier(state, body);
    const userId = known.userId ?? state?.userId ?? (await findUserId(context, tried));
    const isUser = userId !== undefined && userId !== 'nobody';
    return {
      result: 'Error' as const,
      error: { code, message: causeOf(row, error), ...explainRefusal({ code }) },
      sessionId: interaction?.id,
      signInId: interaction?.signInId,
      applicationId: interaction?.clientId,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      ...whereaboutsOf(request.headers, placeHeadersOf(services.env)),
      ...(isUser ? { userId } : {}),
      ...(tried
        ? { identifier: { type: tried.type, value: isUser ? tried.value : maskIdentifier(tried) } }
        : {}),
      trace,
    };
  };
  // The address limit bounds what fails here already.
  const isBounded = row.perAddress !== undefined && services.env.GATEHOUSE_ADDRESS_LIMIT > 0 && !isLimited;
  if (isBounded) return services.audit.append(tenant.id, { key, payload: await describe() });
  const applicationId = known.interaction?.clientId;
  await services.audit.refuse(tenant.id, { ip: request.ip, key, code, applicationId }, describe);
};

const interactionOf = ({ tenant, services, request, reply }: StepContext) =>
  services.providers.interaction(tenant, request, reply).catch(() => undefined);

const identifierIn = ({ identifier }: Body) =>
  typeof identifier?.type === 'string' && typeof identifier.value === 'string'
    ? { type: identifier.type as 'username' | 'email' | 'phone', value: identifier.value }
    : undefined;

/** A step that names a proof is about the identifier that was proven. */
const verifiedIdentifier = (state: ExperienceState | undefined, { verificationId }: Body) => {
  const named = state?.verifications.find(({ id }) => id === verificationId);
  return named && 'identifier' in named ? named.identifier : undefined;
};

/** Computed for every identifier that was not looked up yet, so that the duration does not depend on it. */
const findUserId = async ({ tenant }: StepContext, tried: ReturnType<typeof identifierIn>) => {
  const user = tried && (await tenant.database.read(db => findUserByIdentifier(db, tried)));
  return user?.id;
};

/** The provider's response, logged so that an administrator can diagnose the failure. */
const causeOf = ({ path }: Row, { cause }: RequestError) =>
  cause !== undefined && /\/(social|sso)\//.test(path) ? String(cause) : undefined;
