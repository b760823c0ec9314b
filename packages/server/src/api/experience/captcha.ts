import { dayMs } from '@gatehouse/contract/duration.ts';
import { verifyCaptcha } from '../../domain/captcha.ts';
import { isCaptchaOn } from '../../domain/sign-in/first-factor-rules.ts';
import { spendOnce } from '../../domain/used-credentials.ts';
import { RequestError } from '../../request-error.ts';
import type { Step } from './step.ts';
import type { StepContext } from './step-context.ts';

/** Longer than providers take a token, and longer than an interaction lasts. */
const keptMs = dayMs;

/** A token is good for once, also where its provider would take it again. */
export const verifyNewCaptcha = async (
  context: StepContext,
  interactionId: string,
  token: string | undefined,
) => {
  const verdict = await verifyCaptcha(context, token);
  if (verdict !== 'passed') return verdict;
  const expiresAt = Date.now() + keptMs;
  const isNew = await spendOnce(context.tenant, `captcha token ${token}`, { interactionId, expiresAt });
  return isNew ? 'passed' : 'failed';
};

/**
 * Before a proof is checked, a name is looked up or a message is sent: a solved captcha, which is then used up. Guessing
 * costs one captcha for each guess, also when guesses come at the same time.
 */
export const spendCaptcha = async ({ tenant }: StepContext, { interaction, state }: Step) => {
  if (!isCaptchaOn(await tenant.cached.signInConfiguration())) return;
  const { captchaPass } = state;
  const expiresAt = Date.now() + keptMs;
  const isSpent =
    captchaPass !== undefined &&
    (await spendOnce(tenant, `captcha pass ${captchaPass}`, { interactionId: interaction.id, expiresAt }));
  if (!isSpent) throw new RequestError('session.captcha_required');
};
