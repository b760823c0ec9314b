import type { experience as rows } from '@gatehouse/contract/experience.ts';
import { verifyCaptcha } from '../../domain/captcha.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import type { ExperienceState } from '../../oidc/interactions.ts';
import { identify } from './identification.ts';
import { interactionOf, judge, note, openStep } from './step.ts';
import { submit } from './submission.ts';

/** Direct: hashing a password must not hold a transaction. The rules decide; what is here carries out their answer. */
export const experience: DirectHandlers<typeof rows> = {
  async start(context) {
    const { interactionEvent: event, captchaToken } = context.body;
    const interaction = await interactionOf(context);
    const state: ExperienceState = { event, verifications: [], profile: {} };
    const captcha = await verifyCaptcha(context, captchaToken);
    const key = `Interaction.${event}.Update` as const;
    const trace = await judge(context, { interaction, state }, { stage: 'start', key, captcha });
    await interaction.save({ ...state, isCaptchaPassed: captcha === 'passed' });
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
    const trace = await judge(context, { interaction, state: changed }, { stage: 'start', key });
    await interaction.save(changed);
    note(context, interaction, key, { trace });
  },

  async read(context) {
    const { state } = await openStep(context);
    const { username, email, phone } = state.profile;
    return {
      interactionEvent: state.event,
      userId: state.userId,
      profile: { username, primaryEmail: email, primaryPhone: phone },
      verificationRecords: state.verifications.map(({ id, type, isVerified }) => ({ id, type, isVerified })),
    };
  },

  async identify(context) {
    const step = await openStep(context);
    const { state, trace } = await identify(context, step, context.body.verificationId);
    await step.interaction.save(state);
    const key = `Interaction.${state.event}.Identifier.Submit` as const;
    note(context, step.interaction, key, { userId: state.userId, trace });
    if (state.event === 'Register') context.reply.code(201);
  },

  async submit(context) {
    const step = await openStep(context);
    const { redirectTo, trace } = await submit(context, step);
    const { event, userId } = step.state;
    note(context, step.interaction, `Interaction.${event}.Submit`, { userId, trace });
    return { redirectTo };
  },
};
