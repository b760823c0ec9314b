import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Acr } from '@gatehouse/contract/authentication-levels.ts';
import type { Identifier, InteractionEvent, VerificationType } from '@gatehouse/contract/experience.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { Provider } from 'oidc-provider';
import type { OutsideAccount } from '../domain/identities.ts';
import type { CodeIdentifier } from '../domain/passcodes.ts';
import { RequestError } from '../domain/request-error.ts';
import type { Proof, Risk } from '../domain/sign-in/situation.ts';
import { pickInteraction } from './interaction-cookies.ts';
import type { Submission } from './last-submission.ts';
import type { StepUpDetails } from './step-up.ts';

/** What the sign-in pages have reached so far; it lives and dies with the provider's interaction. */
export type ExperienceState = {
  event: InteractionEvent;
  isCaptchaPassed?: boolean;
  /** What a solved captcha is good for: one check of a proof, or one message. */
  captchaPass?: string;
  verifications: Verification[];
  /** The proof that was right but not enough: something is still missing, or it is for another event. */
  candidateId?: string;
  /** Whoever registers has said who they are, and becomes a user once the profile is complete. */
  awaitsProfile?: boolean;
  /** The proof that said who the interaction is about. */
  proof?: Proof;
  userId?: string;
  /** When the proof was made: epoch milliseconds. */
  identifiedAt?: number;
  /** What was unusual when the user was found, where the tenant wants to know. */
  risks?: readonly Risk[];
  /** Set when this interaction made the user. */
  isNewUser?: boolean;
  profile: ProposedProfile;
  /** The least level that the request takes. */
  requiredAcr?: Acr;
  /** The session that the interaction goes on from: how and when the user signed in to it, in seconds. */
  steppedUpFrom?: { amr: string[]; signedInAt: number };
  /** Second factors to be set up, with their secrets sealed. */
  newFactors?: MfaVerification[];
  skips?: { mfa?: boolean; suggestion?: boolean; passkey?: boolean };
  /** What a passkey that the browser offered has to answer. */
  passkeyChallenge?: string;
  /** The user wants to be asked for a second factor from now on. */
  wantsMfa?: boolean;
  /** Where the picture is that was uploaded on the way. */
  avatarUrl?: string;
};

export type ProposedProfile = {
  username?: string;
  email?: string;
  phone?: string;
  /** The verification of an account elsewhere that is to be linked. */
  social?: string;
  passwordEncrypted?: string;
  /** Values of profile fields, by name. */
  fields?: Record<string, unknown>;
};

type VerificationOf<Type extends VerificationType, Content> = {
  id: string;
  type: Type;
  isVerified: boolean;
  /** When it came to this: epoch milliseconds. */
  at?: number;
} & Content;

type OutsideProof = {
  connectorId: string;
  state: string;
  redirectUri: string;
  account?: OutsideAccount;
  tokens?: string;
};

export type Verification =
  | VerificationOf<'Password', { userId: string; identifier: Identifier }>
  | VerificationOf<'NewPasswordIdentity', { username: string; passwordEncrypted: string }>
  | VerificationOf<
      'EmailVerificationCode' | 'PhoneVerificationCode',
      { identifier: CodeIdentifier; sentAt: number }
    >
  | VerificationOf<
      'OneTimeToken',
      {
        identifier: CodeIdentifier;
        organizationIds: string[];
        isInvitation: boolean;
        /** The event that the link was made for; without one, signing in and registering. */
        meantFor?: InteractionEvent;
      }
    >
  | VerificationOf<
      'MfaEmailVerificationCode' | 'MfaPhoneVerificationCode',
      { userId: string; sentAt: number }
    >
  // A factor that is to be set up comes with its secrets, sealed; without them one was proven.
  | VerificationOf<'Totp' | 'BackupCode', { userId: string; factor?: MfaVerification }>
  // Accounts elsewhere; what is known of them comes once they are proven. Tokens are sealed.
  | VerificationOf<'Social', { target: string } & OutsideProof>
  | VerificationOf<'EnterpriseSso', { issuer?: string } & OutsideProof>
  | VerificationOf<'SignInPasskey', { userId?: string; challenge: string }>
  | VerificationOf<'WebAuthn', { userId: string; challenge: string; factor?: MfaVerification }>;

type InteractionResult =
  | {
      login: { accountId: string; amr: string[]; acr: Acr; ts: number };
      submission: Submission;
      select_account: object;
    }
  | { select_account: object }
  | { consent: { grantId: string } }
  | { error: string; error_description: string };

/** Whether a provider was asked with this state, which it sends back. */
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
  return {
    id: interaction.uid,
    clientId: String(interaction.params.client_id),
    params: interaction.params,
    prompt: interaction.prompt,
    session: interaction.session,
    grantId: interaction.grantId,
    /** Whoever is signed in already and only has to do more begins with that. */
    get stepUp(): Pick<ExperienceState, 'userId' | 'identifiedAt' | 'steppedUpFrom'> {
      const { reasons, details } = interaction.prompt;
      const { signedInAt, amr = [] } = details as StepUpDetails;
      const accountId = interaction.session?.accountId;
      if (reasons.join() !== 'step_up' || !accountId || signedInAt === undefined) return {};
      return { userId: accountId, identifiedAt: Date.now(), steppedUpFrom: { amr, signedInAt } };
    },
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
