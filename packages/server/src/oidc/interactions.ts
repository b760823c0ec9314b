import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Acr } from '@gatehouse/contract/authentication-levels.ts';
import type { Provider } from 'oidc-provider';
import { RequestError } from '../request-error.ts';
import type { SamlSession } from '../sso/saml-session.ts';
import { applicationOf } from './application-of.ts';
import { pickInteraction } from './interaction-cookies.ts';
import type { ExperienceState, StepUpDetails, Submission } from './interaction-state.ts';

type InteractionResult =
  | {
      login: { accountId: string; amr: string[]; acr: Acr; ts: number };
      submission: Submission;
      samlSession?: SamlSession & { connectorId: string };
      select_account: object;
    }
  | { select_account: object }
  | { consent: { grantId: string } }
  | { error: string; error_description: string };

/** Whether an authorization request was sent to a provider with this state, which the provider returns. */
const hasAskedWith = (experience: ExperienceState | undefined, state: string) =>
  (experience?.verifications ?? []).some(asked => 'state' in asked && asked.state === state);

type Exchange = { raw: IncomingMessage };

/** The interaction that the browser's cookie names; `session.not_found` when there is none. */
export const findInteraction = async (
  provider: Provider,
  request: Exchange,
  reply: { raw: ServerResponse },
) => {
  const interaction = await pickInteraction(provider, request.raw, reply.raw, ({ result }, state) =>
    hasAskedWith(result?.experience as ExperienceState | undefined, state),
  );
  const clientId = String(interaction.params.client_id);
  return {
    id: interaction.uid,
    signInId: interaction.cid,
    clientId,
    params: interaction.params,
    prompt: interaction.prompt,
    session: interaction.session,
    /**
     * The application wants the user to authenticate now, or lately, or the user has to before a first factor is added: what
     * a provider remembers does not count. It does not matter whether there is a session of ours, which anyone with the
     * browser can end.
     */
    async mustBeFresh() {
      const { reasons } = interaction.prompt;
      if (interaction.params.max_age !== undefined) return true;
      if (reasons.includes('login_prompt') || reasons.includes('first_factor')) return true;
      const client = await provider.Client.find(clientId);
      return (
        client !== undefined &&
        applicationOf(client).customClientMetadata.maximumAuthenticationAge !== undefined
      );
    },
    grantId: interaction.grantId,
    /** A signed-in user who only has to verify more starts with that. */
    get stepUp(): Pick<ExperienceState, 'userId' | 'identifiedAt' | 'steppedUpFrom'> {
      const { reasons, details } = interaction.prompt;
      const { signedInAt, amr = [] } = details as StepUpDetails;
      const accountId = interaction.session?.accountId;
      if (reasons.join() !== 'step_up' || !accountId || signedInAt === undefined) return {};
      return { userId: accountId, identifiedAt: Date.now(), steppedUpFrom: { amr, signedInAt } };
    },
    /** The URL to continue with after the interaction. */
    returnTo: interaction.returnTo,
    get state(): ExperienceState | undefined {
      return interaction.result?.experience as ExperienceState | undefined;
    },
    /** The state, for steps that only make sense after the first one. */
    requireState(): ExperienceState {
      if (!this.state) throw new RequestError('session.interaction_not_found');
      return this.state;
    },
    /** Without a state the interaction is as if it had not begun. */
    async save(state: ExperienceState | undefined) {
      const { requiredAcr } = interaction.prompt.details as StepUpDetails;
      interaction.result = { ...interaction.result, experience: state && { ...state, requiredAcr } };
      await interaction.persist();
    },
    /** Hands the result to the provider; earlier results of the same request are kept. */
    async finish(result: InteractionResult) {
      interaction.result = { ...interaction.lastSubmission, ...result };
      await interaction.persist();
      return interaction.returnTo;
    },
  };
};

export type FoundInteraction = Awaited<ReturnType<typeof findInteraction>>;
