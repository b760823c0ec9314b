import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import type { FirstStep, InteractionEvent } from '@gatehouse/contract/experience.ts';
import { termsOf } from '@gatehouse/contract/terms.ts';
import { isBlocklisted, isSsoOnly, resetIsSsoOnly } from './sign-in/email-rules.ts';
import {
  allowedEvents,
  captchaFails,
  captchaIsMissing,
  firstFactors,
  isCaptchaOn,
  isLeaving,
  isOtherUser,
  isSuspended,
  isTaken,
  isUnknown,
  methodIsOff,
  modeForbids,
} from './sign-in/first-factor-rules.ts';
import { provesBeforeAdding, provesHeldFactor } from './sign-in/held-factors.ts';
import { reachesLevel } from './sign-in/level-rules.ts';
import {
  mayNotSkip,
  needsBackupCodes,
  needsSecondFactor,
  offersPasskey,
  provesSecondFactor,
  suggestsAnotherFactor,
} from './sign-in/mfa-rules.ts';
import { missesNewPassword, missesProfile } from './sign-in/profile-rules.ts';
import type { Risk, Rule, SignInConfiguration, SignInContext, Verdict } from './sign-in/situation.ts';

/** Each rule that was asked, and what it said. Kept with the log entry of the step. */
export type Trace = { rule: string; says: 'pass' | ErrorCode; because?: readonly Risk[] }[];

export type Decision = { isAllowed: boolean; verdict?: Verdict; trace: Trace };

const stages = {
  /** The event is chosen. What the tenant lets people begin is asked once there is a proof: some always may. */
  start: { captchaFails },
  /** Another event is chosen on the way. */
  change: { modeForbids, captchaFails },
  /**
   * A username and a password are proposed: without sign-up by username, the response must not reveal which are taken.
   */
  propose: { modeForbids, methodIsOff },
  /** A code is to be sent. What it is good for is asked when it comes back. */
  sendCode: { modeForbids, captchaIsMissing, resetIsSsoOnly, isBlocklisted },
  /** A proof names a user, or makes one. */
  identify: {
    modeForbids,
    methodIsOff,
    captchaIsMissing,
    isSsoOnly,
    isBlocklisted,
    isTaken,
    isUnknown,
    isSuspended,
    isOtherUser,
    missesProfile,
  },
  /** The user adds a second factor or a passkey. */
  addFactor: { provesHeldFactor },
  /** The user wants no second factor. */
  skipMfa: { mayNotSkip },
  /** The user wants in. */
  submit: {
    isSuspended,
    reachesLevel,
    provesSecondFactor,
    provesBeforeAdding,
    missesProfile,
    needsSecondFactor,
    suggestsAnotherFactor,
    needsBackupCodes,
    offersPasskey,
    missesNewPassword,
    isLeaving,
  },
} satisfies Record<string, Record<string, Rule>>;

export type Stage = keyof typeof stages;

/**
 * Decides whether the sign-in can continue, and if not, what is missing. The first rule that objects wins. Nothing here
 * knows of the network or the database: the same configuration and context always have the same answer.
 */
export const decideSignIn = (
  stage: Stage,
  configuration: SignInConfiguration,
  context: SignInContext,
): Decision => {
  const trace: Trace = [];
  for (const [rule, judge] of Object.entries<Rule>(stages[stage])) {
    const verdict = judge(configuration, context);
    const because = verdict?.because;
    trace.push({ rule, says: verdict?.code ?? 'pass', ...(because ? { because } : {}) });
    if (verdict) return { isAllowed: false, verdict, trace };
  }
  return { isAllowed: true, trace };
};

/** The requirements of the first screen. The pages only display them. */
export const describeFirstStep = (
  configuration: SignInConfiguration,
  event: InteractionEvent,
): FirstStep => ({
  // Identifiers collected later in the sign-up cannot start it.
  identifiers: firstFactors(configuration, event).filter(
    ({ identifier }) => event !== 'Register' || configuration.signUp.identifiers.includes(identifier),
  ),
  terms: termsOf(configuration, event),
  captcha: isCaptchaOn(configuration),
});

/** The same for each event that the tenant allows and that anything could begin. */
export const describeFirstSteps = (configuration: SignInConfiguration) =>
  Object.fromEntries(
    allowedEvents(configuration)
      .map(event => [event, describeFirstStep(configuration, event)] as const)
      .filter(([, { identifiers }]) => identifiers.length > 0),
  );
