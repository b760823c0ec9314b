import { hookEvents } from './events.ts';

/** Log keys for token exchange and revocation. */
const tokenKeys = [
  'ExchangeTokenBy.Unknown',
  'ExchangeTokenBy.AuthorizationCode',
  'ExchangeTokenBy.RefreshToken',
  'ExchangeTokenBy.ClientCredentials',
  'ExchangeTokenBy.TokenExchange',
  'ExchangeTokenBy.DeviceCode',
  'RevokeToken',
  'RevokeGrants',
  'BackchannelLogout',
  'ClientRegistration',
] as const;

const interactionKeys = ['Interaction.Create', 'Interaction.Create.Captcha', 'Interaction.End'] as const;

const steps = ['Create', 'Update', 'Submit', 'Profile.Update', 'Identifier.Submit'] as const;
type Event = 'SignIn' | 'Register' | 'ForgotPassword';
const stepsOf = <const E extends Event>(event: E) =>
  steps.map(step => `Interaction.${event}.${step}` as const);

const factors = ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'] as const;
const bindingsOf = <const E extends Event>(event: E) =>
  factors.map(factor => `Interaction.${event}.BindMfa.${factor}.Submit` as const);

/** A verification that sends or prepares something is created and submitted; the others only submitted. */
const codes = ['EmailVerificationCode.Create', 'EmailVerificationCode.Submit'] as const;
const phoneCodes = ['PhoneVerificationCode.Create', 'PhoneVerificationCode.Submit'] as const;
const outside = ['Social.Create', 'Social.Submit', 'EnterpriseSso.Create', 'EnterpriseSso.Submit'] as const;
const secondFactors = [
  'MfaEmailVerificationCode.Create',
  'MfaEmailVerificationCode.Submit',
  'MfaPhoneVerificationCode.Create',
  'MfaPhoneVerificationCode.Submit',
  'Totp.Create',
  'Totp.Submit',
  'WebAuthn.Create',
  'WebAuthn.Submit',
  'BackupCode.Create',
  'BackupCode.Submit',
] as const;

const verificationsOf = <const E extends Event, const V extends string>(
  event: E,
  verifications: readonly V[],
) => verifications.map(verification => `Interaction.${event}.Verification.${verification}` as const);

/** A request to sign a user in that was refused before anything began; accepted ones are interactions. */
const authorizationKeys = ['AuthorizationRequest'] as const;

/** Every key of the audit log. Their descriptions are in the phrases, by the same keys. */
export const auditKeys = [
  ...tokenKeys,
  ...authorizationKeys,
  ...interactionKeys,
  ...stepsOf('SignIn'),
  ...stepsOf('Register'),
  ...stepsOf('ForgotPassword'),
  ...bindingsOf('SignIn'),
  ...bindingsOf('Register'),
  'Interaction.SignIn.SignInPasskey.Submit',
  'Interaction.Register.SignInPasskey.Submit',
  ...verificationsOf('SignIn', [
    'Password.Submit',
    'OneTimeToken.Submit',
    'IdpInitiatedSso.Create',
    'SignInPasskey.Create',
    'SignInPasskey.Submit',
    ...codes,
    ...phoneCodes,
    ...outside,
    ...secondFactors,
  ]),
  ...verificationsOf('Register', [
    'NewPasswordIdentity.Submit',
    'OneTimeToken.Submit',
    ...codes,
    ...phoneCodes,
    ...outside,
    ...secondFactors,
  ]),
  ...verificationsOf('ForgotPassword', ['OneTimeToken.Submit', ...codes, ...phoneCodes]),
  'JwtCustomizer.AccessToken',
  'JwtCustomizer.ClientCredentials',
  'Action.PostFirstFactorVerification',
  'Action.PostSignIn',
  'SamlApplication.AuthnRequest',
  'SamlApplication.Callback',
  'SamlLogout.Request',
  'SamlLogout.Response',
  'Sms.ConversionAlarm',
  'PersonalData.Export',
  'PersonalData.ScheduleDeletion',
  'PersonalData.CancelDeletion',
  'Account.Lock',
  'DraftPreview.Open',
  ...hookEvents.map(event => `TriggerHook.${event}` as const),
  'Unknown',
] as const;

export type AuditKey = (typeof auditKeys)[number];

/** The first parts of the keys that the audit log of the console shows: webhook deliveries have their own page. */
export const visibleAuditPrefixes = [
  'AuthorizationRequest',
  'ExchangeTokenBy',
  'RevokeToken',
  'RevokeGrants',
  'BackchannelLogout',
  'ClientRegistration',
  'Interaction',
  'JwtCustomizer',
  'Action',
  'SamlApplication',
  'SamlLogout',
  'Sms',
  'PersonalData',
  'Account',
  'DraftPreview',
  'Unknown',
] as const;
