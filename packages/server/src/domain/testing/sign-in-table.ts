// biome-ignore-all format: a table is read by its rows
import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import { defaultSignInExperience } from '@gatehouse/contract/sign-in-defaults.ts';
import type { Proof, SignInConfiguration, SignInContext, Subject } from '../sign-in/situation.ts';
import type { Stage } from '../sign-in-decision.ts';

export const configuration: SignInConfiguration = {
  ...defaultSignInExperience,
  hasCaptchaProvider: true,
  canSend: { email: true, phone: true },
  ssoConnectors: [],
  requiredFields: [],
};
export const context: SignInContext = {
  event: 'SignIn',
  captcha: 'absent',
  given: { fields: [] },
  provenFactors: [],
  newFactors: [],
  skips: { mfa: false, suggestion: false, passkey: false },
  hasNewPasskey: false,
  wantsMfa: false,
  keepsAccount: false,
  risks: [],
  amr: [],
};
const ada: Subject = {
  id: 'ada',
  isSuspended: false,
  suspensionReason: null,
  deletionDueAt: null,
  email: 'ada@example.com',
  passwordResetBy: null,
  has: { username: true, email: true, phone: true, password: true, identity: false },
  factors: [],
  maskedIdentifiers: {},
  hasPasskey: false,
  hasSkippedMfa: false,
  hasSkippedPasskey: false,
  skipsMfaOnSignIn: false,
  wantsMfa: false,
  isInOrganizationThatRequiresMfa: false,
};

const username = { type: 'username', value: 'ada' } as const;
const email = { type: 'email', value: 'ada@example.com' } as const;
const phone = { type: 'phone', value: '4912345' } as const;
const byPassword: Proof = { type: 'Password', identifier: username };
const byEmailPassword: Proof = { type: 'Password', identifier: email };
const byEmailCode: Proof = { type: 'EmailVerificationCode', identifier: email };
const byPhoneCode: Proof = { type: 'PhoneVerificationCode', identifier: phone };
const byNewPassword: Proof = { type: 'NewPasswordIdentity', identifier: username };
const bySso: Proof = { type: 'EnterpriseSso', identifier: email };
const bySocial: Proof = { type: 'Social' };
const byPasskey: Proof = { type: 'SignInPasskey', userId: 'ada' };
const withPasskeys = { passkeySignIn: { enabled: true } };
const byToken: Proof = { type: 'OneTimeToken', identifier: email };

type Method = SignInConfiguration['signIn']['methods'][number];
export const method = (identifier: Method['identifier'], ...on: ('password' | 'code' | 'primary')[]): Method => ({
  identifier,
  password: on.includes('password'),
  verificationCode: on.includes('code'),
  isPasswordPrimary: on.includes('primary'),
});
export const methods = (...list: Method[]) => ({ signIn: { methods: list } });
const signUp = (identifiers: Method['identifier'][], rest: Partial<SignInConfiguration['signUp']> = {}) => ({
  signUp: { identifiers, password: false, verify: true, ...rest },
});
const has = (patch: Partial<Subject['has']>): Subject => ({ ...ada, has: { ...ada.has, ...patch } });
const newcomer = has({ username: false, email: false, phone: false, password: false });
export const mfa = (
  policy: SignInConfiguration['mfa']['policy'],
  factors: SignInConfiguration['mfa']['factors'] = ['Totp', 'WebAuthn'],
  organizationRequiredMfaPolicy?: 'NoPrompt' | 'Mandatory',
) => ({ mfa: { policy, factors, organizationRequiredMfaPolicy } });
const blocks = (emailBlocklistPolicy: SignInConfiguration['emailBlocklistPolicy']) => ({
  ...signUp(['email']),
  emailBlocklistPolicy,
});
export const captcha = { captchaPolicy: { enabled: true } };
const enterprise = {
  singleSignOnEnabled: true,
  ssoConnectors: [{ id: 'okta', domains: ['example.com'] }],
  ...methods(method('email', 'password', 'code')),
};
/** A user who is identified and wants in. */
export const identified = (user: Partial<Subject> = {}, rest: Partial<SignInContext> = {}) => ({
  proof: byPassword,
  identifiedAs: 'ada',
  user: { ...ada, ...user },
  ...rest,
});
const registered = (user: Partial<Subject> = {}, rest: Partial<SignInContext> = {}) =>
  identified(user, { event: 'Register', proof: byNewPassword, ...rest });
const ForgotPassword = 'ForgotPassword' as const;
const Register = 'Register' as const;

type Row = [
  what: string,
  stage: Stage,
  configuration: Partial<SignInConfiguration>,
  context: Partial<SignInContext>,
  /** The code of the verdict, or `pass`. */
  says: string,
  data?: object,
];

const off = 'user.sign_in_method_not_enabled';
const offSignUp = 'user.sign_up_method_not_enabled';
const missing = 'user.missing_profile';
export const missingMfa = 'user.missing_mfa';
const suggestMfa = 'user.suggest_mfa';
const prove = 'session.mfa.require_mfa_verification';
const suggest = 'session.mfa.suggest_additional_mfa';
const backup = 'session.mfa.backup_code_required';

const modes: Row[] = [
  ['sign-in mode SignIn lets sign in', 'change', { signInMode: 'SignIn' }, {}, 'pass'],
  ['… and reset a password', 'change', { signInMode: 'SignIn' }, { event: ForgotPassword }, 'pass'],
  ['… but not register', 'change', { signInMode: 'SignIn' }, { event: Register }, 'auth.forbidden'],
  ['sign-in mode Register lets register', 'change', { signInMode: 'Register' }, { event: Register }, 'pass'],
  ['… but not sign in', 'change', { signInMode: 'Register' }, {}, 'auth.forbidden'],
  ['… nor reset', 'change', { signInMode: 'Register' }, { event: ForgotPassword }, 'auth.forbidden'],
  ['SignInAndRegister lets sign in', 'change', {}, {}, 'pass'],
  ['SignInAndRegister lets register', 'change', {}, { event: Register }, 'pass'],
  ['the first event is chosen freely', 'start', { signInMode: 'SignIn' }, { event: Register }, 'pass'],
  ['a one-time token registers where registration is off', 'identify', { signInMode: 'SignIn', ...signUp(['email']) }, { event: Register, proof: byToken }, 'pass'],
  ['the mode counts again when a proof is used', 'identify', { signInMode: 'Register' }, { proof: byPassword, user: ada }, 'auth.forbidden'],
];

const captchas: Row[] = [
  ['a failed captcha ends it', 'start', captcha, { captcha: 'failed' }, 'session.captcha_failed'],
  ['without a captcha token the start passes', 'start', captcha, {}, 'pass'],
  ['a captcha that is off cannot fail', 'start', {}, { captcha: 'failed' }, 'pass'],
  ['identifying needs the captcha', 'identify', captcha, { proof: byPassword, user: ada }, 'session.captcha_required'],
  ['identifying with the captcha', 'identify', captcha, { proof: byPassword, user: ada, captcha: 'passed' }, 'pass'],
  ['sending a code needs the captcha', 'sendCode', { ...captcha, ...methods(method('email', 'code')) }, { proof: byEmailCode }, 'session.captcha_required'],
  ['no provider, no captcha', 'identify', { ...captcha, hasCaptchaProvider: false }, { proof: byPassword, user: ada }, 'pass'],
  ['social needs no captcha', 'identify', captcha, { proof: bySocial, user: ada }, 'pass'],
  ['enterprise needs no captcha', 'identify', captcha, { proof: bySso, user: ada }, 'pass'],
  ['a one-time token needs no captcha', 'identify', captcha, { proof: byToken, user: ada }, 'pass'],
];

const signInMethods: Row[] = [
  ['username and password', 'identify', {}, { proof: byPassword, user: ada }, 'pass'],
  ['a password with an identifier that is off', 'identify', {}, { proof: byEmailPassword, user: ada }, off],
  ['email and password', 'identify', methods(method('email', 'password')), { proof: byEmailPassword, user: ada }, 'pass'],
  ['a password where only codes are on', 'identify', methods(method('email', 'code')), { proof: byEmailPassword, user: ada }, off],
  ['an email code', 'identify', methods(method('email', 'code')), { proof: byEmailCode, user: ada }, 'pass'],
  ['an email code where only the password is on', 'identify', methods(method('email', 'password')), { proof: byEmailCode, user: ada }, off],
  ['a phone code', 'identify', methods(method('phone', 'code')), { proof: byPhoneCode, user: ada }, 'pass'],
  ['a phone code where only email is on', 'identify', methods(method('email', 'code')), { proof: byPhoneCode, user: ada }, off],
  ['a code is sent where codes are off, and refused when it comes back', 'sendCode', methods(method('email', 'password')), { proof: byEmailCode }, 'pass'],
  ['a code is sent where codes are on', 'sendCode', methods(method('email', 'code')), { proof: byEmailCode }, 'pass'],
  ['a code for an address that the profile misses', 'sendCode', { ...methods(method('username', 'password')), ...signUp(['username', 'email']) }, { ...identified(has({ email: false })), proof: byEmailCode }, 'pass'],
  ['a code for an address that nobody asked for', 'sendCode', {}, { ...identified(), proof: byEmailCode }, 'pass'],
  ['a one-time token needs no method', 'identify', {}, { proof: byToken, user: ada }, 'pass'],
  ['a proof of nobody', 'identify', methods(method('email', 'code')), { proof: byEmailCode }, 'user.user_not_exist', { identifier: email.value }],
  ['a suspended user', 'identify', {}, { proof: byPassword, user: { ...ada, isSuspended: true } }, 'user.suspended'],
  ['a user suspended on the way', 'submit', {}, identified({ isSuspended: true }), 'user.suspended'],
  ['a second proof of the same user', 'identify', {}, { proof: byPassword, user: ada, identifiedAs: 'ada' }, 'pass'],
  ['a second proof of another user', 'identify', {}, { proof: byPassword, user: ada, identifiedAs: 'bob' }, 'session.identity_conflict'],
];

const forgotten: Row[] = [
  ['by email', 'identify', {}, { event: ForgotPassword, proof: byEmailCode, user: ada }, 'pass'],
  ['by phone', 'identify', {}, { event: ForgotPassword, proof: byPhoneCode, user: ada }, 'pass'],
  ['by a channel that cannot send', 'identify', { canSend: { email: false, phone: true } }, { event: ForgotPassword, proof: byEmailCode, user: ada }, 'session.forgot_password_not_enabled'],
  ['by a method that is not chosen', 'identify', { forgotPasswordMethods: ['PhoneVerificationCode'] }, { event: ForgotPassword, proof: byEmailCode, user: ada }, 'session.forgot_password_not_enabled'],
  ['by a chosen method', 'sendCode', { forgotPasswordMethods: ['EmailVerificationCode'] }, { event: ForgotPassword, proof: byEmailCode }, 'pass'],
  ['never when no method is chosen', 'identify', { forgotPasswordMethods: [] }, { event: ForgotPassword, proof: byEmailCode, user: ada }, 'session.forgot_password_not_enabled'],
  ['never by the password itself', 'identify', {}, { event: ForgotPassword, proof: byPassword, user: ada }, 'session.forgot_password_not_enabled'],
  ['by a one-time token that was made for it', 'identify', {}, { event: ForgotPassword, proof: byToken, user: ada }, 'pass'],
  ['of nobody', 'identify', {}, { event: ForgotPassword, proof: byEmailCode }, 'user.user_not_exist'],
  ['without a new one', 'submit', {}, identified({}, { event: ForgotPassword }), 'user.new_password_required_in_profile'],
  ['with a new one', 'submit', {}, identified({}, { event: ForgotPassword, given: { password: true, fields: [] } }), 'pass'],
  ['asks for no second factor', 'submit', mfa('Mandatory'), identified({ factors: ['Totp'] }, { event: ForgotPassword, given: { password: true, fields: [] } }), 'pass'],
];

const registering: Row[] = [
  ['username and password', 'identify', {}, { event: Register, proof: byNewPassword }, 'pass'],
  ['a username where email is asked for', 'identify', signUp(['email']), { event: Register, proof: byNewPassword }, offSignUp],
  ['an email code', 'identify', signUp(['email']), { event: Register, proof: byEmailCode }, 'pass'],
  ['an email code where usernames are asked for', 'identify', {}, { event: Register, proof: byEmailCode }, offSignUp],
  ['a code for what is not asked for', 'sendCode', {}, { event: Register, proof: byPhoneCode }, 'pass'],
  ['email or phone, by phone', 'identify', signUp(['email', 'phone']), { event: Register, proof: byPhoneCode }, 'pass'],
  ['nothing, where only providers vouch for new users', 'identify', signUp([]), { event: Register }, offSignUp],
  ['email or phone, with neither', 'identify', signUp(['email', 'phone']), { event: Register }, missing, { missingProfile: ['emailOrPhone'] }],
  ['a username is proposed', 'propose', {}, { event: Register, proof: byNewPassword }, 'pass'],
  ['a username is proposed where nobody has any', 'propose', signUp(['email']), { event: Register, proof: byNewPassword }, offSignUp],
  ['a username is proposed where nobody registers', 'propose', { signInMode: 'SignIn' }, { event: Register, proof: byNewPassword }, 'auth.forbidden'],
  ['a one-time token', 'identify', signUp(['email']), { event: Register, proof: byToken }, 'pass'],
  ['a one-time token where a username is needed too', 'identify', {}, { event: Register, proof: byToken }, missing, { missingProfile: ['username', 'password'] }],
  ['nothing given yet', 'identify', {}, { event: Register }, missing, { missingProfile: ['username', 'password'] }],
  ['a username alone', 'identify', {}, { event: Register, given: { username: true, fields: [] } }, missing, { missingProfile: ['password'] }],
  ['email and a password, without the password', 'identify', signUp(['email'], { password: true }), { event: Register, proof: byEmailCode }, missing, { missingProfile: ['password'] }],
  ['email and a password, with both', 'identify', signUp(['email'], { password: true }), { event: Register, proof: byEmailCode, given: { password: true, fields: [] } }, 'pass'],
  ['a second identifier is asked for', 'identify', signUp(['username'], { password: true, secondaryIdentifiers: [{ identifier: 'email' }] }), { event: Register, proof: byNewPassword }, missing, { missingProfile: ['email'] }],
  ['a second identifier can be proven', 'sendCode', signUp(['username'], { secondaryIdentifiers: [{ identifier: 'emailOrPhone' }] }), { event: Register, proof: byPhoneCode }, 'pass'],
  ['a second identifier was given', 'identify', signUp(['username'], { password: true, secondaryIdentifiers: [{ identifier: 'emailOrPhone' }] }), { event: Register, proof: byNewPassword, given: { email: email.value, fields: [] } }, 'pass'],
  ['a required field is missing', 'identify', { requiredFields: ['company'] }, { event: Register, proof: byNewPassword }, missing, { missingProfile: ['extraProfile'] }],
  ['a required field is there', 'identify', { requiredFields: ['company'] }, { event: Register, proof: byNewPassword, given: { fields: ['company'] } }, 'pass'],
  ['what somebody has', 'identify', signUp(['email']), { event: Register, proof: byEmailCode, user: ada }, 'user.email_already_in_use', { identifier: email.value }],
  ['a username that somebody has', 'identify', {}, { event: Register, proof: byNewPassword, user: ada }, 'user.username_already_in_use'],
  ['twice in one interaction', 'identify', {}, { event: Register, proof: byNewPassword, identifiedAs: 'ada' }, 'session.identity_conflict'],
];

const profiles: Row[] = [
  ['a user without a username', 'submit', {}, identified({ has: newcomer.has, factors: [] }), missing, { missingProfile: ['username', 'password'] }],
  ['a user without an email', 'submit', signUp(['email']), identified(has({ email: false })), missing, { missingProfile: ['email'] }],
  ['an email given on the way', 'submit', signUp(['email']), identified(has({ email: false }), { given: { email: email.value, fields: [] } }), 'pass'],
  ['a phone is as good as an email', 'submit', signUp(['email', 'phone']), identified(has({ email: false })), 'pass'],
  ['a linked identity stands for a password', 'submit', {}, identified(has({ password: false, identity: true })), 'pass'],
  ['enterprise users are asked for nothing', 'submit', {}, identified({ has: newcomer.has }, { proof: bySso }), 'pass'],
  ['old users need no new fields', 'submit', { requiredFields: ['company'] }, identified(), 'pass'],
];

const addresses: Row[] = [
  ['a plus in the address', 'sendCode', blocks({ blockSubaddressing: true }), { event: Register, proof: { ...byEmailCode, identifier: { type: 'email', value: 'a+b@example.com' } } }, 'session.email_blocklist.email_subaddressing_not_allowed'],
  ['a plus that is allowed', 'sendCode', blocks({}), { event: Register, proof: { ...byEmailCode, identifier: { type: 'email', value: 'a+b@example.com' } } }, 'pass'],
  ['a blocked address', 'identify', blocks({ customBlocklist: ['ADA@example.com'] }), { event: Register, proof: byEmailCode }, 'session.email_blocklist.email_not_allowed', { email: email.value }],
  ['a blocked domain', 'identify', blocks({ customBlocklist: ['@example.com'] }), { event: Register, proof: byEmailCode }, 'session.email_blocklist.email_not_allowed'],
  ['another domain', 'identify', blocks({ customBlocklist: ['@example.org'] }), { event: Register, proof: byEmailCode }, 'pass'],
  ['a disposable address', 'sendCode', blocks({ blockDisposableAddresses: true }), { event: Register, proof: { ...byEmailCode, identifier: { type: 'email', value: 'x@mailinator.com' } } }, 'session.email_blocklist.email_not_allowed'],
  ['who has an account keeps it', 'identify', { ...blocks({ customBlocklist: ['@example.com'] }), ...methods(method('email', 'code')) }, { proof: byEmailCode, user: ada }, 'pass'],
  ['an enterprise address by password', 'identify', enterprise, { proof: byEmailPassword, user: ada }, 'session.sso_enabled'],
  ['a code to an enterprise address', 'sendCode', enterprise, { proof: byEmailCode }, 'pass'],
  ['… but not to replace a password', 'sendCode', enterprise, { event: ForgotPassword, proof: byEmailCode }, 'session.sso_enabled'],
  ['an enterprise address by code', 'identify', enterprise, { proof: byEmailCode, user: ada }, 'session.sso_enabled'],
  ['an enterprise address through the enterprise', 'identify', enterprise, { proof: bySso, user: ada }, 'pass'],
  ['enterprise sign-in that is off', 'identify', { ...enterprise, singleSignOnEnabled: false }, { proof: byEmailPassword, user: ada }, 'pass'],
  ['registering with an enterprise address', 'identify', { ...enterprise, ...signUp(['email']) }, { event: Register, proof: byEmailCode }, 'session.sso_enabled'],
];

const policies: Row[] = [
  ['no factors, nothing asked', 'submit', mfa('Mandatory', []), identified(), 'pass'],
  ['Mandatory asks who has none', 'submit', mfa('Mandatory'), identified(), missingMfa, { availableFactors: ['Totp', 'WebAuthn'] }],
  ['Mandatory asks new users', 'submit', mfa('Mandatory'), registered(), missingMfa],
  ['Mandatory knows no skipping', 'submit', mfa('Mandatory'), identified({ hasSkippedMfa: true }, { skips: { mfa: true, suggestion: true, passkey: false } }), missingMfa],
  ['UserControlled asks at sign-in', 'submit', mfa('UserControlled'), identified(), suggestMfa, { skippable: true }],
  ['UserControlled asks at sign-up', 'submit', mfa('UserControlled'), registered(), suggestMfa, { skippable: true }],
  ['UserControlled, skipped now', 'submit', mfa('UserControlled'), identified({}, { skips: { mfa: true, suggestion: false, passkey: false } }), 'pass'],
  ['UserControlled, skipped before', 'submit', mfa('UserControlled'), identified({ hasSkippedMfa: true }), 'pass'],
  ['PromptOnlyAtSignIn asks at sign-in', 'submit', mfa('PromptOnlyAtSignIn'), identified(), suggestMfa, { skippable: true }],
  ['PromptOnlyAtSignIn is quiet at sign-up', 'submit', mfa('PromptOnlyAtSignIn'), registered(), 'pass'],
  ['PromptOnlyAtSignInMandatory asks at sign-in', 'submit', mfa('PromptOnlyAtSignInMandatory'), identified(), missingMfa],
  ['… and not at sign-up', 'submit', mfa('PromptOnlyAtSignInMandatory'), registered(), 'pass'],
  ['PromptAtSignInAndSignUpMandatory asks at sign-up', 'submit', mfa('PromptAtSignInAndSignUpMandatory'), registered(), missingMfa],
  ['PromptAtSignInAndSignUp asks at sign-in', 'submit', mfa('PromptAtSignInAndSignUp'), identified(), suggestMfa],
  ['PromptAtSignInAndSignUp asks at sign-up', 'submit', mfa('PromptAtSignInAndSignUp'), registered(), suggestMfa, { skippable: true }],
  ['PromptAtSignInAndSignUp, skipped before', 'submit', mfa('PromptAtSignInAndSignUp'), identified({ hasSkippedMfa: true }), 'pass'],
  ['NoPrompt is quiet at sign-in', 'submit', mfa('NoPrompt'), identified(), 'pass'],
  ['NoPrompt is quiet at sign-up', 'submit', mfa('NoPrompt'), registered(), 'pass'],
  ['a factor set up on the way is enough', 'submit', mfa('Mandatory'), identified({}, { newFactors: ['Totp'] }), 'pass'],
  ['an organization makes it mandatory', 'submit', mfa('NoPrompt', ['Totp'], 'Mandatory'), identified({ isInOrganizationThatRequiresMfa: true }), missingMfa],
  ['… but not for who is not a member', 'submit', mfa('NoPrompt', ['Totp'], 'Mandatory'), identified(), 'pass'],
  ['… nor when it shall not prompt', 'submit', mfa('NoPrompt', ['Totp'], 'NoPrompt'), identified({ isInOrganizationThatRequiresMfa: true }), 'pass'],
  ['… and skipping does not help', 'submit', mfa('UserControlled', ['Totp'], 'Mandatory'), identified({ isInOrganizationThatRequiresMfa: true, hasSkippedMfa: true }), missingMfa],
  ['who wants a factor is asked though nobody is', 'submit', mfa('NoPrompt'), identified({ wantsMfa: true }), suggestMfa, { skippable: true }],
  ['… and again after skipping once', 'submit', mfa('UserControlled'), identified({ wantsMfa: true, hasSkippedMfa: true }), suggestMfa],
  ['… until it is skipped now', 'submit', mfa('NoPrompt'), identified({ wantsMfa: true }, { skips: { mfa: true, suggestion: false, passkey: false } }), 'pass'],
  ['wanting a factor just now', 'submit', mfa('NoPrompt'), identified({ hasSkippedMfa: true }, { wantsMfa: true }), suggestMfa],
  ['wanting a factor and having one', 'submit', mfa('NoPrompt'), identified({ wantsMfa: true, factors: ['Totp'] }, { provenFactors: ['Totp'] }), 'pass'],
  ['skipping what the user controls', 'skipMfa', mfa('UserControlled'), identified(), 'pass'],
  ['skipping what is mandatory', 'skipMfa', mfa('Mandatory'), identified(), 'session.mfa.mfa_policy_not_user_controlled'],
  ['enterprise users are not asked', 'submit', mfa('Mandatory'), identified({}, { proof: bySso }), 'pass'],
];

const proving: Row[] = [
  ['a factor that is set up', 'submit', mfa('UserControlled'), identified({ factors: ['Totp'] }), prove, { availableFactors: ['Totp'], maskedIdentifiers: {} }],
  ['even when nobody is prompted', 'submit', mfa('NoPrompt'), identified({ factors: ['Totp'] }), prove],
  ['proven', 'submit', mfa('UserControlled'), identified({ factors: ['Totp'] }, { provenFactors: ['Totp'] }), 'pass'],
  ['proven by a factor that the user does not have', 'submit', mfa('UserControlled'), identified({ factors: ['Totp'] }, { provenFactors: ['WebAuthn'] }), prove],
  ['a factor that the tenant gave up', 'submit', mfa('NoPrompt', ['WebAuthn']), identified({ factors: ['Totp'] }), 'pass'],
  ['backup codes come last', 'submit', mfa('NoPrompt', ['BackupCode', 'Totp', 'WebAuthn']), identified({ factors: ['BackupCode', 'WebAuthn', 'Totp'] }), prove, { availableFactors: ['WebAuthn', 'Totp', 'BackupCode'] }],
  ['a backup code proves', 'submit', mfa('NoPrompt', ['BackupCode', 'Totp']), identified({ factors: ['Totp', 'BackupCode'] }, { provenFactors: ['BackupCode'] }), 'pass'],
  ['whoever chose to skip', 'submit', mfa('UserControlled'), identified({ factors: ['Totp'], skipsMfaOnSignIn: true }), 'pass'],
  ['nobody skips what is mandatory', 'submit', mfa('Mandatory'), identified({ factors: ['Totp'], skipsMfaOnSignIn: true }), prove],
  ['nobody skips what an organization requires', 'submit', mfa('NoPrompt', ['Totp'], 'Mandatory'), identified({ factors: ['Totp'], skipsMfaOnSignIn: true, isInOrganizationThatRequiresMfa: true }), prove],
  ['an email code after a password', 'submit', mfa('NoPrompt', ['EmailVerificationCode']), identified({ factors: ['EmailVerificationCode'], maskedIdentifiers: { EmailVerificationCode: 'a****@example.com' } }), prove, { availableFactors: ['EmailVerificationCode'], maskedIdentifiers: { EmailVerificationCode: 'a****@example.com' } }],
  ['no email code after an email code', 'submit', mfa('NoPrompt', ['EmailVerificationCode']), identified({ factors: ['EmailVerificationCode'] }, { proof: byEmailCode }), 'pass'],
  ['no email code after a magic link', 'submit', mfa('NoPrompt', ['EmailVerificationCode']), identified({ factors: ['EmailVerificationCode'] }, { proof: byToken }), 'pass'],
  ['a phone code after an email code', 'submit', mfa('NoPrompt', ['PhoneVerificationCode']), identified({ factors: ['PhoneVerificationCode'] }, { proof: byEmailCode }), prove],
  ['enterprise users prove nothing here', 'submit', mfa('Mandatory'), identified({ factors: ['Totp'] }, { proof: bySso }), 'pass'],
  ['who just registered proves nothing', 'submit', mfa('Mandatory'), registered({ factors: ['Totp'] }), 'pass'],
];

const both: SignInConfiguration['mfa']['factors'] = ['EmailVerificationCode', 'Totp'];
const adaptive = (...args: Parameters<typeof mfa>) => ({ ...mfa(...args), adaptiveMfa: { enabled: true } });
const held = { factors: ['Totp'], skipsMfaOnSignIn: true } satisfies Partial<Subject>;
const mail = { factors: ['EmailVerificationCode'], skipsMfaOnSignIn: true } satisfies Partial<Subject>;
const adding: Row[] = [
  ['the first factor', 'addFactor', mfa('NoPrompt'), identified(), 'pass'],
  ['another without the first', 'addFactor', mfa('NoPrompt'), identified(held), prove, { availableFactors: ['Totp'] }],
  ['another after the first', 'addFactor', mfa('NoPrompt'), identified(held, { provenFactors: ['Totp'] }), 'pass'],
  ['another after a backup code', 'addFactor', mfa('NoPrompt'), identified(held, { provenFactors: ['BackupCode'] }), 'pass'],
  ['another after signing in with a passkey', 'addFactor', mfa('NoPrompt'), identified(held, { proof: byPasskey }), 'pass'],
  ['another after an enterprise signed the user in', 'addFactor', mfa('NoPrompt'), identified(held, { proof: bySso }), prove],
  ['one given up by the tenant still guards', 'addFactor', mfa('NoPrompt', ['WebAuthn']), identified(held), prove, { availableFactors: ['Totp'] }],
  ['a code is no way around it', 'addFactor', mfa('NoPrompt', [...both, 'WebAuthn']), identified({ ...held, factors: ['Totp', 'EmailVerificationCode'] }, { provenFactors: ['EmailVerificationCode'] }), prove, { availableFactors: ['Totp'] }],
  ['an address that the tenant takes as factor guards', 'addFactor', mfa('NoPrompt', both), identified(mail), prove],
  ['… but not where no code could be sent to it', 'addFactor', mfa('NoPrompt', ['Totp']), identified(mail), 'pass'],
  ['… nor where the first proof came through it', 'addFactor', mfa('NoPrompt', both), identified(mail, { proof: byEmailCode }), 'pass'],
  ['… nor where the session began with it, but a session alone adds nothing', 'addFactor', mfa('NoPrompt', both), identified(mail, { proof: undefined, sessionAmr: ['otp'] }), 'session.identifier_not_found'],
  ['the first factor takes a proof in this interaction', 'addFactor', mfa('NoPrompt'), identified({}, { proof: undefined, sessionAmr: ['pwd'] }), 'session.identifier_not_found'],
  ['… such as the password', 'addFactor', mfa('NoPrompt'), identified({}, { sessionAmr: ['pwd'] }), 'pass'],
  ['… or the last backup code, which is used up by now', 'addFactor', mfa('NoPrompt'), identified({}, { proof: undefined, sessionAmr: ['pwd'], provenFactors: ['BackupCode'] }), 'pass'],
  ['… also at the end', 'submit', mfa('NoPrompt'), identified({}, { proof: undefined, sessionAmr: ['pwd'], newFactors: ['Totp'] }), 'session.identifier_not_found'],
  ['… nor for who has just registered with it', 'addFactor', mfa('NoPrompt', both), registered(mail), 'pass'],
  ['asked again at the end', 'submit', mfa('NoPrompt'), identified(held, { newFactors: ['WebAuthn'] }), prove],
  ['also where nothing is unusual', 'submit', adaptive('NoPrompt'), identified({ factors: ['Totp'] }, { newFactors: ['WebAuthn'] }), prove],
  ['also for an address that becomes a factor', 'submit', mfa('NoPrompt', both), identified(held, { newFactors: ['EmailVerificationCode'] }), prove],
  ['not for an address that is none', 'submit', mfa('NoPrompt'), identified(held, { newFactors: ['EmailVerificationCode'] }), 'pass'],
  ['mandatory: the one given up comes first', 'submit', mfa('Mandatory', ['WebAuthn']), identified(held), prove, { availableFactors: ['Totp'] }],
  ['… and then another', 'submit', mfa('Mandatory', ['WebAuthn']), identified(held, { provenFactors: ['Totp'] }), missingMfa, { availableFactors: ['WebAuthn'] }],
  ['only offered: not without proof', 'submit', mfa('UserControlled', ['WebAuthn']), identified(held), 'pass'],
  ['backup codes: the factor comes first', 'submit', mfa('UserControlled', ['Totp', 'BackupCode']), identified(held), prove],
  ['a passkey is not offered without it', 'submit', { ...withPasskeys, ...mfa('NoPrompt') }, identified(held), 'pass'],
  ['a level: the one given up comes first', 'submit', mfa('NoPrompt', ['WebAuthn']), identified(held, { requiredAcr: multiFactorAcr, amr: ['pwd'] }), prove, { availableFactors: ['Totp'] }],
];

const unusual: Row[] = [
  ['nothing unusual, nothing asked', 'submit', adaptive('UserControlled'), identified({ factors: ['Totp'] }), 'pass'],
  ['… not even where it is mandatory to have one', 'submit', adaptive('Mandatory'), identified({ factors: ['Totp'] }), 'pass'],
  ['a new device', 'submit', adaptive('UserControlled'), identified({ factors: ['Totp'] }, { risks: ['newDevice'] }), prove, { availableFactors: ['Totp'] }],
  ['a new country on a known device', 'submit', adaptive('NoPrompt'), identified({ factors: ['Totp'] }, { risks: ['newCountry'] }), prove],
  ['also for who does not want to be asked', 'submit', adaptive('UserControlled'), identified({ factors: ['Totp'], skipsMfaOnSignIn: true }, { risks: ['longInactivity'] }), prove],
  ['proven', 'submit', adaptive('UserControlled'), identified({ factors: ['Totp'] }, { risks: ['newDevice'], provenFactors: ['Totp'] }), 'pass'],
  ['an organization always asks', 'submit', adaptive('NoPrompt', ['Totp'], 'Mandatory'), identified({ factors: ['Totp'], isInOrganizationThatRequiresMfa: true }), prove],
  ['who has none is still asked to set one up', 'submit', adaptive('Mandatory'), identified({}, { risks: ['newDevice'] }), missingMfa],
  ['enterprise users are not asked', 'submit', adaptive('Mandatory'), identified({ factors: ['Totp'] }, { proof: bySso, risks: ['newDevice'] }), 'pass'],
  ['risks count only where the tenant adapts', 'submit', mfa('UserControlled'), identified({ factors: ['Totp'], skipsMfaOnSignIn: true }, { risks: ['newDevice'] }), 'pass'],
];

const passkeys: Row[] = [
  ['nothing is offered where passkeys are off', 'submit', {}, identified(), 'pass'],
  ['offered at sign-in', 'submit', withPasskeys, identified(), 'user.passkey_preferred', { skippable: true }],
  ['offered at sign-up', 'submit', withPasskeys, registered(), 'user.passkey_preferred'],
  ['not to who has one', 'submit', withPasskeys, identified({ hasPasskey: true }), 'pass'],
  ['not to who turned it down', 'submit', withPasskeys, identified({ hasSkippedPasskey: true }), 'pass'],
  ['not to who turns it down', 'submit', withPasskeys, identified({}, { skips: { mfa: false, suggestion: false, passkey: true } }), 'pass'],
  ['not to who made one on the way', 'submit', withPasskeys, identified({}, { hasNewPasskey: true }), 'pass'],
  ['not to enterprise users', 'submit', withPasskeys, identified({}, { proof: bySso }), 'pass'],
  ['after the second factor', 'submit', { ...withPasskeys, ...mfa('Mandatory') }, identified(), missingMfa],
  ['is enough alone', 'submit', { ...withPasskeys, ...mfa('Mandatory') }, identified({ factors: ['Totp'] }, { proof: byPasskey }), 'pass'],
  ['signs in', 'identify', withPasskeys, { proof: byPasskey, user: ada }, 'pass'],
  ['signs in without a captcha', 'identify', { ...withPasskeys, ...captcha }, { proof: byPasskey, user: ada }, 'pass'],
  ['signs nobody in where passkeys are off', 'identify', {}, { proof: byPasskey, user: ada }, 'user.sign_in_method_not_enabled'],
  ['makes no user', 'identify', withPasskeys, { event: Register, proof: byPasskey }, 'user.sign_up_method_not_enabled'],
];

const backups: Row[] = [
  ['asked for with the first factor', 'submit', mfa('UserControlled', ['Totp', 'BackupCode']), identified({}, { newFactors: ['Totp'] }), backup],
  ['set up with the factor', 'submit', mfa('UserControlled', ['Totp', 'BackupCode']), identified({}, { newFactors: ['Totp', 'BackupCode'] }), 'pass'],
  ['asked of who has a factor and none', 'submit', mfa('UserControlled', ['Totp', 'BackupCode']), identified({ factors: ['Totp'] }, { provenFactors: ['Totp'] }), backup],
  ['not asked when nobody is prompted', 'submit', mfa('NoPrompt', ['Totp', 'BackupCode']), identified({ factors: ['Totp'] }, { provenFactors: ['Totp'] }), 'pass'],
  ['not asked where they are off', 'submit', mfa('UserControlled', ['Totp']), identified({}, { newFactors: ['Totp'] }), 'pass'],
  ['not the only factor that is offered', 'submit', mfa('Mandatory', ['Totp', 'BackupCode']), identified(), missingMfa, { availableFactors: ['Totp'] }],
  ['another factor is suggested to who registers by email', 'submit', mfa('UserControlled', both), registered({ factors: ['EmailVerificationCode'] }), suggest, { availableFactors: both, skippable: true }],
  ['the suggestion can be skipped', 'submit', mfa('UserControlled', both), registered({ factors: ['EmailVerificationCode'] }, { skips: { mfa: false, suggestion: true, passkey: false } }), 'pass'],
  ['no suggestion where nobody is prompted', 'submit', mfa('NoPrompt', both), registered({ factors: ['EmailVerificationCode'] }), 'pass'],
  ['no suggestion with nothing to suggest', 'submit', mfa('UserControlled', ['EmailVerificationCode']), registered({ factors: ['EmailVerificationCode'] }), 'pass'],
];

/** Each rule and what it must say, by what it is about. */
export const signInTable = {
  modes,
  captchas,
  signInMethods,
  forgotten,
  registering,
  profiles,
  addresses,
  policies,
  passkeys,
  proving,
  adding,
  unusual,
  backups,
};
