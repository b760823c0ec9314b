import { questions } from '../domain/sign-in/questions.ts';
import { judgeAgain, type Objection, type Recorded, type Rules } from './rules.ts';

/** All recorded decisions of a sign-in, in order. */
export type SignIn = { id: string; decisions: readonly Recorded[] };

/** The users that applications with access rules admit. */
export type Admitted = ReadonlyMap<string, ReadonlySet<string>>;

export type Side = { rules: Rules; admitted: Admitted };

export type Outcome = {
  /** The questions that the user was asked. */
  asked: readonly Objection[];
  refused?: Objection;
};

/** Here the pages of a sign-in lead on to another way in, or ask for something. */
const isQuestion = ({ code }: Objection) =>
  questions.has(code) || code === 'session.captcha_required' || code === 'session.sso_enabled';

/** How a sign-in would have gone with the rules of one side. */
export const outcomeOf = ({ decisions }: SignIn, { rules, admitted }: Side, live: Rules): Outcome => {
  const risks = decisions.findLast(({ facts }) => facts.isRiskKnown)?.facts.risks ?? [];
  const asked: Objection[] = [];
  let refused: { by: Recorded['stage']; objection: Objection } | undefined;
  for (const recorded of decisions) {
    // A user whose proof does not count gets no further, whatever was recorded.
    if (recorded.stage === 'submit' && refused?.by === 'identify') continue;
    refused = undefined;
    const objection = judgeAgain(rules, recorded, { risks, live });
    if (objection && isQuestion(objection)) asked.push(objection);
    else if (objection) refused = { by: recorded.stage, objection };
    else if (recorded.stage === 'submit') {
      refused = refusalOf(recorded, { rules, admitted });
      // A user with a new password continues by signing in with it.
      if (recorded.facts.event !== 'ForgotPassword') break;
    }
  }
  return { asked, ...(refused ? { refused: refused.objection } : {}) };
};

const refusalOf = ({ stage, userId, applicationId }: Recorded, { rules, admitted }: Side) => {
  if (!applicationId || !userId || !rules.guarded.has(applicationId)) return undefined;
  if (admitted.get(applicationId)?.has(userId)) return undefined;
  return { by: stage, objection: { rule: 'isAdmitted', code: 'access_denied' } };
};

/** Whether the settings of today decide as those of then did. */
export const isOutdated = ({ decisions }: SignIn, live: Rules) =>
  decisions.some(recorded => {
    const risks = recorded.facts.risks ?? [];
    return (judgeAgain(live, recorded, { risks, live })?.code ?? null) !== recorded.code;
  });

/** Whether the rules read risks that were not looked for at that time. */
export const isUnknown = ({ decisions }: SignIn, { configuration }: Rules) =>
  configuration.adaptiveMfa.enabled === true &&
  decisions.some(({ stage, facts }) => stage === 'submit' && facts.event === 'SignIn') &&
  !decisions.some(({ facts }) => facts.isRiskKnown);
