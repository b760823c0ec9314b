import type { Acr } from '@gatehouse/contract/authentication-levels.ts';
import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import type { InteractionEvent, VerificationType } from '@gatehouse/contract/experience.ts';
import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import type { signInRisks } from '@gatehouse/contract/sign-in-check.ts';
import type { SignInExperience, SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';

/** The tenant's settings that affect who may sign in. */
export type SignInConfiguration = Pick<
  SignInExperience,
  | 'signInMode'
  | 'signIn'
  | 'signUp'
  | 'mfa'
  | 'agreeToTermsPolicy'
  | 'termsOfUseUrl'
  | 'privacyPolicyUrl'
  | 'captchaPolicy'
  | 'emailBlocklistPolicy'
  | 'forgotPasswordMethods'
  | 'singleSignOnEnabled'
  | 'socialSignIn'
  | 'passkeySignIn'
  | 'adaptiveMfa'
> & {
  /** Without a provider the CAPTCHA could not be passed. */
  hasCaptchaProvider: boolean;
  /** Whether a connector can send codes. */
  canSend: { email: boolean; phone: boolean };
  /** The connectors of enterprises, with the lower-case domains whose people sign in by them. */
  ssoConnectors: readonly { id: string; domains: readonly string[] }[];
  /** The names of the profile fields that a new user has to fill in. */
  requiredFields: readonly string[];
};

/** The first verification that identifies a user. */
export type Proof = {
  type: VerificationType;
  identifier?: { type: SignInIdentifier; value: string };
  /** Set when the proof itself identifies the user. */
  userId?: string;
  /** Unclaimed addresses and numbers that a social or enterprise account vouches for. */
  brings?: { email?: string; phone?: string };
  /** The link of an invitation, which lets a new user in also where registration is closed. */
  isInvitation?: boolean;
  /** Another user has the address or number of the social account. */
  related?: { type: 'email' | 'phone'; value: string };
};

/** The user that a proof found, or that the interaction is about. */
export type Subject = {
  id: string;
  isSuspended: boolean;
  /** Why, where no administrator did it. */
  suspensionReason: string | null;
  /** When the account is erased, where its user asked for that. */
  deletionDueAt: number | null;
  email: string | null;
  /** The channel whose code has set the password. */
  passwordResetBy: string | null;
  has: { username: boolean; email: boolean; phone: boolean; password: boolean; identity: boolean };
  /** Usable factors that the user has set up, the one used last first. */
  factors: readonly MfaFactor[];
  maskedIdentifiers: Partial<Record<MfaFactor, string>>;
  hasPasskey: boolean;
  hasSkippedMfa: boolean;
  hasSkippedPasskey: boolean;
  skipsMfaOnSignIn: boolean;
  /** Has asked for second factors, whatever the tenant wants. */
  wantsMfa: boolean;
  isInOrganizationThatRequiresMfa: boolean;
};

/** A reason why a sign-in is unusual for its user. */
export type Risk = (typeof signInRisks)[number];

/** The progress of the interaction. */
export type SignInContext = {
  event: InteractionEvent;
  captcha: 'absent' | 'passed' | 'failed';
  proof?: Proof;
  user?: Subject;
  identifiedAs?: string;
  /** The values entered during this interaction. */
  given: {
    username?: boolean;
    email?: string;
    phone?: boolean;
    password?: boolean;
    fields: readonly string[];
  };
  /** Second factors proven, and set up, during this interaction. */
  provenFactors: readonly MfaFactor[];
  newFactors: readonly MfaFactor[];
  skips: { mfa: boolean; suggestion: boolean; passkey: boolean };
  /** A passkey to sign in with was made on the way. */
  hasNewPasskey: boolean;
  wantsMfa: boolean;
  /** Has said that the account stays, whose deletion is pending. */
  keepsAccount: boolean;
  /** Looked for only where the tenant wants to know. */
  risks: readonly Risk[];
  /** The least level that the request takes, and the methods that were used so far. */
  requiredAcr?: Acr;
  amr: readonly string[];
  /** The methods of the session that the interaction continues. */
  sessionAmr?: readonly string[];
};

/** Why not, or what is still needed: the error of the wire with its data. */
export type Verdict = {
  code: ErrorCode;
  data?: Record<string, unknown>;
  /** For the trace only: the user must not learn which signal was suspicious. */
  because?: readonly Risk[];
};
export type Rule = (configuration: SignInConfiguration, context: SignInContext) => Verdict | undefined;
