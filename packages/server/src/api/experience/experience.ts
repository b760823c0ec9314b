import type { experience as rows } from '@gatehouse/contract/experience.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { avatarLimits } from '@gatehouse/contract/uploads.ts';
import { ssoConnectorsOf } from '../../domain/sign-in/email-rules.ts';
import { ownTransactions } from '../../http/implement.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import { isOutside } from '../../oidc/outside-proof.ts';
import { describeProgress, resolveProof } from '../../oidc/sign-in-progress.ts';
import { RequestError } from '../../request-error.ts';
import { discardUpload, keepUpload } from '../../uploads/keep.ts';
import { verifyNewCaptcha } from './captcha.ts';
import { identify } from './identification.ts';
import { interactionOf, judge, note, openStep, type Step } from './step.ts';
import type { StepContext } from './step-context.ts';
import { submit } from './submission.ts';

const saveIdentified = async (
  context: StepContext,
  step: Step,
  named: Parameters<typeof identify>[2],
): Promise<Step> => {
  const { state, trace } = await identify(context, step, named);
  await step.interaction.save(state);
  const key = `Interaction.${state.event}.Identifier.Submit` as const;
  note(context, step.interaction, key, { userId: state.userId, trace, risks: state.risks });
  return { ...step, state };
};

/** A registering user who has completed the rest is created now. */
const identifyAwaited = async (context: StepContext, step: Step): Promise<Step> => {
  const { event, awaitsProfile, userId } = step.state;
  const isAwaited = event === 'Register' && awaitsProfile && userId === undefined;
  return isAwaited ? saveIdentified(context, step, {}) : step;
};

/** Direct: hashing a password must not hold a transaction. The rules decide; what is here carries out their answer. */
export const experience = ownTransactions<typeof rows>({
  async start(context) {
    const { interactionEvent: event, captchaToken } = context.body;
    const interaction = await interactionOf(context);
    const passkeyChallenge = interaction.state?.passkeyChallenge;
    // A redirect of another tab can still return.
    const verifications = (interaction.state?.verifications ?? []).filter(
      verification => isOutside(verification) && !verification.isVerified,
    );
    const state: ExperienceState = {
      event,
      verifications,
      profile: {},
      passkeyChallenge,
      ...(event === 'SignIn' ? interaction.stepUp : {}),
    };
    const captcha = await verifyNewCaptcha(context, interaction.id, captchaToken);
    if (captcha !== 'absent')
      note(context, interaction, 'Interaction.Create.Captcha', {
        ...(captcha === 'failed' ? { error: { code: 'session.captcha_failed' } } : {}),
      });
    const key = `Interaction.${event}.Create` as const;
    const { trace } = await judge(context, { interaction, state }, { stage: 'start', captcha });
    const passed = captcha === 'passed' ? { isCaptchaPassed: true, captchaPass: generateId() } : {};
    await interaction.save({ ...state, ...passed });
    note(context, interaction, key, { trace });
  },

  async changeEvent(context) {
    const { interactionEvent: event } = context.body;
    const { interaction, state } = await openStep(context);
    const isReset = event === 'ForgotPassword' || state.event === 'ForgotPassword';
    if (isReset && event !== state.event) throw new RequestError('session.not_supported_for_forgot_password');
    if (state.userId && event !== state.event) throw new RequestError('session.identity_conflict');
    const key = `Interaction.${event}.Update` as const;
    const changed = { ...state, event };
    const candidate = state.verifications.find(
      ({ id, isVerified }) => isVerified && id === state.candidateId,
    );
    const proof = candidate && (await resolveProof(context.tenant, event, candidate)).proof;
    const { trace } = await judge(context, { interaction, state: changed }, { stage: 'change', proof });
    await interaction.save(changed);
    note(context, interaction, key, { trace });
  },

  async read(context) {
    const { interaction, state } = await openStep(context);
    return describeProgress(context.tenant, interaction, state);
  },

  async findSsoConnectors(context) {
    await interactionOf(context);
    const configuration = await context.tenant.cached.signInConfiguration();
    return { connectorIds: ssoConnectorsOf(configuration, context.query.email) };
  },

  async uploadAvatar(context) {
    const { interaction, state } = await openStep(context);
    if (state.event !== 'Register') throw new RequestError('session.invalid_interaction_type');
    const fields = await context.tenant.cached.profileFields();
    // Does not require a sign-in: only tenants that ask for a picture accept uploads.
    if (!fields.some(({ name }) => name === 'avatar'))
      throw new RequestError('request.feature_not_supported');
    const kept = await keepUpload(context, avatarLimits);
    await interaction.save({ ...state, avatarUrl: kept.url });
    if (state.avatarUrl) await discardUpload(context, state.avatarUrl);
    return kept;
  },

  async identify(context) {
    const step = await openStep(context);
    if (step.state.event !== 'Register') {
      await saveIdentified(context, step, context.body);
      context.reply.code(204);
      return undefined;
    }
    try {
      await saveIdentified(context, step, context.body);
      return undefined;
    } catch (error) {
      // No user is created before everything is there: the end of the interaction checks again.
      if (!(error instanceof RequestError) || error.code !== 'user.missing_profile') throw error;
      const { interaction, state } = await openStep(context);
      await interaction.save({ ...state, awaitsProfile: true });
      return { pending: { code: error.code, data: error.data as Record<string, unknown> } };
    }
  },

  async submit(context) {
    const step = await identifyAwaited(context, await openStep(context));
    const { keepAccount } = context.body;
    const submitted = await submit(context, step, { keepAccount: keepAccount === true }).catch(error => {
      const isLeaving = error instanceof RequestError && error.code === 'user.deletion_pending';
      if (isLeaving && keepAccount === false) return undefined;
      throw error;
    });
    // The deletion stays pending, and the next user of this browser is not offered the choice.
    if (!submitted) {
      await step.interaction.save(undefined);
      return { redirectTo: '' };
    }
    const { redirectTo, unmetAcr, trace } = submitted;
    const { event, userId } = step.state;
    note(context, step.interaction, `Interaction.${event}.Submit`, {
      userId,
      trace,
      ...(unmetAcr ? { error: { code: 'session.mfa.unmet_requirements' } } : {}),
    });
    return { redirectTo, unmetAcr };
  },
});
