import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InteractionEvent } from '@gatehouse/contract/experience.ts';
import type { Provider } from 'oidc-provider';
import { RequestError } from '../domain/request-error.ts';

/** What the sign-in pages have reached so far; it lives and dies with the provider's interaction. */
export type ExperienceState = {
  event: InteractionEvent;
  verifications: Verification[];
  userId?: string;
  /** Set when this interaction made the user. */
  isNewUser?: boolean;
  profile: { username?: string; passwordEncrypted?: string };
};

export type Verification =
  | { id: string; type: 'Password'; userId: string; identifierType: 'username' | 'email' | 'phone' }
  | { id: string; type: 'NewPasswordIdentity'; username: string; passwordEncrypted: string };

type InteractionResult =
  | { login: { accountId: string; amr?: string[] } }
  | { consent: { grantId: string } }
  | { error: string; error_description: string };

type Exchange = { raw: IncomingMessage };

/** The interaction that the browser's cookie names; `session.not_found` when there is none. */
export const findInteraction = async (
  provider: Provider,
  request: Exchange,
  reply: { raw: ServerResponse },
) => {
  const interaction = await provider.interactionDetails(request.raw, reply.raw);
  return {
    id: interaction.uid,
    clientId: String(interaction.params.client_id),
    params: interaction.params,
    prompt: interaction.prompt,
    session: interaction.session,
    grantId: interaction.grantId,
    /** Where the browser goes when the interaction is done. */
    returnTo: interaction.returnTo,
    get state(): ExperienceState | undefined {
      return interaction.result?.experience as ExperienceState | undefined;
    },
    /** The state, for steps that only make sense after the first one. */
    requireState(): ExperienceState {
      if (!this.state) throw new RequestError('session.interaction_not_found');
      return this.state;
    },
    async save(state: ExperienceState) {
      interaction.result = { ...interaction.result, experience: state };
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
