import type { Acr } from '@gatehouse/contract/authentication-levels.ts';
import type { Identifier, InteractionEvent, VerificationType } from '@gatehouse/contract/experience.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { OutsideAccount } from '../domain/identities.ts';
import type { CodeIdentifier } from '../domain/passcodes.ts';
import type { Proof, Risk } from '../domain/sign-in/situation.ts';
import type { SamlSession } from '../sso/saml-session.ts';
/** Details for the sign-in pages when a request requires a higher level than the session has. */
export type StepUpDetails = { requiredAcr?: Acr; signedInAt?: number; amr?: string[] };

/** The user's interaction on the sign-in pages that led to a session. */
export type Submission = {
  interactionEvent: InteractionEvent;
  userId: string;
  verificationRecords: { id: string; type: Verification['type']; identifier?: object }[];
  /** A provider may have known the user by a session of its own, without asking them anything. */
  isRemembered?: true;
  /** From where. */
  signInContext?: { ip: string; userAgent: string; country?: string; city?: string };
};

/** The state of the sign-in pages. It is stored with the provider's interaction. */
export type ExperienceState = {
  event: InteractionEvent;
  isCaptchaPassed?: boolean;
  /** Set by a solved CAPTCHA and valid for one verification attempt or one message. */
  captchaPass?: string;
  verifications: Verification[];
  /** The proof that was right but not enough: something is still missing, or it is for another event. */
  candidateId?: string;
  /** A registering user is identified, and is created once the profile is complete. */
  awaitsProfile?: boolean;
  /** The proof that said who the interaction is about. */
  proof?: Proof;
  userId?: string;
  /** When the proof was made: epoch milliseconds. */
  identifiedAt?: number;
  /** The risks found when the user was identified, if the tenant uses adaptive MFA. */
  risks?: readonly Risk[];
  /** Set when this interaction made the user. */
  isNewUser?: boolean;
  profile: ProposedProfile;
  /** The least level that the request takes. */
  requiredAcr?: Acr;
  /** The session that the interaction continues: how and when the user signed in to it, in seconds. */
  steppedUpFrom?: { amr: string[]; signedInAt: number };
  /** Second factors to be set up, with their secrets sealed. */
  newFactors?: MfaVerification[];
  skips?: { mfa?: boolean; suggestion?: boolean; passkey?: boolean };
  /** The challenge for a passkey that the browser offers. */
  passkeyChallenge?: string;
  /** The user wants to be asked for a second factor from now on. */
  wantsMfa?: boolean;
  /** The URL of an avatar uploaded during the interaction. */
  avatarUrl?: string;
};

export type ProposedProfile = {
  username?: string;
  email?: string;
  phone?: string;
  /** The verification of a social or enterprise account that is to be linked. */
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
  /** The provider was asked to have the user sign in again. */
  isFresh?: boolean;
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
  // Social and enterprise accounts. Their claims are stored once they are verified. Tokens are sealed.
  | VerificationOf<'Social', { target: string } & OutsideProof>
  | VerificationOf<'EnterpriseSso', { issuer?: string; samlSession?: SamlSession } & OutsideProof>
  | VerificationOf<'SignInPasskey', { userId?: string; challenge: string }>
  | VerificationOf<'WebAuthn', { userId: string; challenge: string; factor?: MfaVerification }>;
