import { defaultRecordDays } from '@gatehouse/contract/sign-in-defaults.ts';
import { factsOf } from '../../domain/sign-in/facts.ts';
import { questions } from '../../domain/sign-in/questions.ts';
import type { SignInContext } from '../../domain/sign-in/situation.ts';
import type { Decision, Stage } from '../../domain/sign-in-decision.ts';
import type { UserRow } from '../../domain/user-row.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import type { FoundInteraction } from '../../oidc/interactions.ts';
import { isOutside } from '../../oidc/outside-proof.ts';
import type { StepContext } from './step-context.ts';

type Decided = {
  stage: Stage;
  decision: Decision;
  /** The facts that the rules were given. */
  facts: SignInContext;
  user?: UserRow;
  isRiskKnown: boolean;
};

/** Keeps the facts of a decision where the tenant wants that: drafts are replayed on them. */
export const keepDecision = async (
  { tenant, services, request }: StepContext,
  { interaction, state }: { interaction: FoundInteraction; state: ExperienceState },
  { stage, decision: { verdict, trace }, facts, user, isRiskKnown }: Decided,
) => {
  const { signInRecords } = await tenant.cached.signInConfiguration();
  if ((signInRecords.days ?? defaultRecordDays) === 0) return;
  const candidate = state.verifications.find(({ id }) => id === state.candidateId);
  const kept = {
    signInId: interaction.signInId ?? interaction.id,
    stage,
    userId: user?.id,
    applicationId: interaction.clientId,
    ...(verdict ? { rule: trace.at(-1)?.rule, code: verdict.code } : {}),
    facts: factsOf(facts, {
      isRiskKnown,
      ...(facts.proof?.type === 'Password' && user ? { password: ageOfPassword(user) } : {}),
      ...(candidate && isOutside(candidate) ? { connectorId: candidate.connectorId } : {}),
    }),
  };
  const isRefused = verdict !== undefined && !questions.has(verdict.code);
  services.audit.keep(tenant.id, kept, user && !isRefused ? undefined : request.ip);
};

const ageOfPassword = ({ passwordChangedAt, isPasswordExpired }: UserRow) => ({
  changedAt: passwordChangedAt,
  isExpired: isPasswordExpired,
});
