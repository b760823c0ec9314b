import type { AuditKey } from '@gatehouse/contract/audit.ts';
import { describeSubject, factorsOf } from '../../domain/sign-in/load.ts';
import { questions } from '../../domain/sign-in/questions.ts';
import type { Proof, Risk, SignInConfiguration, SignInContext } from '../../domain/sign-in/situation.ts';
import { placeHeadersOf, whereaboutsOf } from '../../domain/sign-in/whereabouts.ts';
import { type Decision, decideSignIn, type Stage, type Trace } from '../../domain/sign-in-decision.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { proofLifetimeMs } from '../../domain/verification-records.ts';
import { lastProofAt } from '../../oidc/authentication.ts';
import type { ExperienceState, Verification } from '../../oidc/interaction-state.ts';
import type { FoundInteraction } from '../../oidc/interactions.ts';
import { contextOf } from '../../oidc/sign-in-progress.ts';
import { RequestError } from '../../request-error.ts';
import { keepDecision } from './decisions.ts';
import { learn } from './refusals.ts';
import type { StepContext } from './step-context.ts';

export type Step = { interaction: FoundInteraction; state: ExperienceState };

export const interactionOf = async (context: StepContext) => {
  const { tenant, services, request, reply } = context;
  const interaction = await services.providers.interaction(tenant, request, reply);
  learn(context, { interaction });
  return interaction;
};

/** Whose colors the pages wear, where the request says so. */
export const organizationOf = ({ params }: FoundInteraction) =>
  typeof params.organization_id === 'string' ? params.organization_id : undefined;

const longestLocales = 256;

/** The languages that the application asked for. Templates and connectors may show them. */
export const uiLocalesOf = ({ params: { ui_locales: locales } }: FoundInteraction) =>
  typeof locales === 'string' ? locales.slice(0, longestLocales) : undefined;

/** A step after the first one. */
export const openStep = async (context: StepContext): Promise<Step> => {
  const interaction = await interactionOf(context);
  return { interaction, state: interaction.requireState() };
};

/** The user that the interaction is about. */
export const requireUser = async ({ tenant }: StepContext, { state }: Step): Promise<UserRow> => {
  const { userId } = state;
  if (!userId) throw new RequestError('session.identifier_not_found');
  const user = await tenant.database.read(db =>
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
  );
  if (!user) throw new RequestError('user.user_not_exist');
  return user;
};

/** The factors that the user holds, and those that the tenant takes. */
export const situationOf = (user: UserRow, { mfa }: Pick<SignInConfiguration, 'mfa'>) => ({
  mfa,
  user: { factors: factorsOf(user), passwordResetBy: user.passwordResetBy },
});

/**
 * Addresses, passwords and factors come to an account from a user who has proven lately to be its user. A page that was
 * left open longer begins again, because another person could find it and add their own. The account of a new user has
 * nothing to guard yet.
 */
export const requireRecentProof = async (
  { tenant }: StepContext,
  { interaction, state }: Step,
  user: UserRow | undefined,
) => {
  if (!user || state.isNewUser) return;
  const situation = situationOf(user, await tenant.cached.signInConfiguration());
  if (lastProofAt(state, situation) > Date.now() - proofLifetimeMs) return;
  await interaction.save(undefined);
  throw new RequestError('session.not_found');
};

type Judged = { trace: Trace; decision: Decision; facts: SignInContext };

/**
 * Asks the rules whether the step may be taken. What they said is kept with the log entry, and what they knew for drafts.
 * What they knew of a user who gets in is kept once the sign-in is written down: only then the risks are known.
 */
export const judge = async (
  context: StepContext,
  step: Step,
  {
    stage,
    ...who
  }: {
    stage: Stage;
    proof?: Proof;
    user?: UserRow;
    captcha?: SignInContext['captcha'];
    keepAccount?: boolean;
  },
): Promise<Judged> => {
  const { user } = who;
  const configuration = await context.tenant.cached.signInConfiguration();
  const subject = user && (await context.tenant.database.read(db => describeSubject(db, user)));
  const facts = contextOf(step.state, configuration, { ...who, user: subject });
  const decision = decideSignIn(stage, configuration, facts);
  const { verdict, trace } = decision;
  if (stage === 'identify' || (stage === 'submit' && verdict))
    await keepDecision(context, step, {
      stage,
      decision,
      facts,
      user,
      isRiskKnown: configuration.adaptiveMfa.enabled === true,
    });
  if (!verdict) return { trace, decision, facts };
  const { code, data } = verdict;
  const isQuestion = (stage === 'identify' || stage === 'submit') && questions.has(code);
  learn(context, { ...(user ? { userId: user.id } : {}), trace, isQuestion });
  throw new RequestError(code, { data });
};

/** One record of each kind is kept. */
export const remember = async ({ interaction, state }: Step, verification: Verification) => {
  const others = state.verifications.filter(({ type }) => type !== verification.type);
  await interaction.save({ ...state, verifications: [...others, { ...verification, at: Date.now() }] });
  return { verificationId: verification.id };
};

export const findVerification = ({ verifications }: ExperienceState, id: string | undefined) => {
  const found = verifications.find(verification => verification.id === id);
  if (!found) throw new RequestError('session.verification_session_not_found');
  return found;
};

/** Writes the step into the audit log. */
export const note = (
  { tenant, services, request }: StepContext,
  interaction: FoundInteraction,
  key: AuditKey,
  details: {
    error?: { code: string; message?: string };
    userId?: string;
    trace?: Trace;
    risks?: readonly Risk[];
  } = {},
) =>
  services.audit.append(tenant.id, {
    key,
    payload: {
      result: details.error ? 'Error' : 'Success',
      ...details,
      sessionId: interaction.id,
      signInId: interaction.signInId,
      applicationId: interaction.clientId,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      ...whereaboutsOf(request.headers, placeHeadersOf(services.env)),
    },
  });
