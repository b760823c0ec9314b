import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import type { CheckedMethod } from '@gatehouse/contract/sign-in-check.ts';
import { testOrigin } from '../../../database/testing/tenants.ts';
import type { TestApp } from '../../../http/testing/app.ts';
import { addPasskey, enter, type Visitor } from './enter.ts';

export const byUsername = {
  identifier: 'username',
  password: true,
  verificationCode: false,
  isPasswordPrimary: true,
};
export const byEmail = { ...byUsername, identifier: 'email' };
const byEmailCode = { ...byEmail, password: false, verificationCode: true };

/** Each case begins with these. */
export const usual = {
  signInMode: 'SignInAndRegister',
  signIn: { methods: [byUsername] },
  signUp: { identifiers: ['username'], password: true, verify: false },
  mfa: { policy: 'NoPrompt', factors: [], organizationRequiredMfaPolicy: 'NoPrompt' },
  adaptiveMfa: { enabled: false },
  captchaPolicy: { enabled: false },
  sentinelPolicy: {},
  passkeySignIn: { enabled: false },
  passwordExpiration: { enabled: false },
  singleSignOnEnabled: true,
};

export type RefusedSignIn = {
  name: string;
  method?: CheckedMethod;
  settings?: object;
  /** Fields of the user that differ from those of a user with everything. */
  user?: object;
  prepare?(app: TestApp, visitor: Visitor): Promise<Partial<Visitor> | unknown>;
  stuckOn?: string;
  /** The error at which the real sign-in stops. */
  code: string;
  /** The changes of each suggestion, in order. */
  changes: string[][];
};

const suspend = (app: TestApp, { userId }: Visitor) =>
  app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true });

const addTotp = (app: TestApp, { userId }: Visitor) =>
  app.manage('POST', `/users/${userId}/mfa-verifications`, { type: 'Totp' });

const createApplication = async (app: TestApp, fields: object) => {
  const { body } = await app.manage('POST', '/applications', {
    name: 'Till',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
  });
  await app.manage('PATCH', `/applications/${body.id}`, fields);
  return body.id as string;
};

/** An application that admits by a role, an organization and a role in another organization. */
const guardApplication = async (app: TestApp, { username }: Visitor) => {
  const applicationId = await createApplication(app, { appLevelAccessControlEnabled: true });
  const create = async (path: string, fields: object = {}) =>
    (await app.manage('POST', path, { name: `${path} ${username}`, ...fields })).body.id as string;
  const other = await create('/organizations');
  const rules = {
    userIds: [],
    userRoleIds: [await create('/roles', { description: 'Works at the till.' })],
    organizationIds: [await create('/organizations')],
    organizationRoleRules: [
      { organizationId: other, organizationRoleIds: [await create('/organization-roles')] },
    ],
  };
  await app.manage('PUT', `/applications/${applicationId}/access-control`, rules);
  return { applicationId };
};

const joinStrictOrganization = async (app: TestApp, { userId, username }: Visitor) => {
  const { body } = await app.manage('POST', '/organizations', { name: username, isMfaRequired: true });
  await app.manage('POST', `/organizations/${body.id}/users`, { userIds: [userId] });
};

const connectEnterprise = async (app: TestApp, { username, email }: Visitor) => {
  const { body } = await app.manage('POST', '/sso-connectors', {
    providerName: 'SAML',
    connectorName: username,
    domains: [email.split('@')[1]],
    config: {
      signInEndpoint: 'https://idp.example/sso',
      entityId: 'https://idp.example',
      x509Certificate: 'x',
    },
  });
  await app.database.tenant('default').write(testOrigin, async tx => {
    await tx.update('ssoConnectors', { id: body.id }, { isComplete: true });
  });
};

const lockOut = async (app: TestApp, visitor: Visitor) => {
  for (let attempt = 0; attempt < 3; attempt += 1) await enter(app, { ...visitor, password: 'wrong' });
};

const requireCaptcha = (app: TestApp) =>
  app.manage('PUT', '/captcha-provider', {
    config: { type: 'Turnstile', siteKey: 'site', secretKey: 'secret' },
  });

const leave = (app: TestApp, { userId }: Visitor) =>
  app.database.tenant('default').write(testOrigin, async tx => {
    await tx.update('users', { id: userId }, { deletionDueAt: Date.now() + 86_400_000 });
  });

const takePasskey = async (app: TestApp, visitor: Visitor) => {
  await app.manage('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: true } });
  const authenticator = await addPasskey(app, visitor);
  await app.manage('PATCH', '/sign-in-exp', { passkeySignIn: { enabled: false } });
  return { authenticator };
};

const admitting = ['admit_user', 'add_to_organization', 'assign_organization_role', 'assign_role'];
const mandatory = (policy: string, factors: string[]) => ({ mfa: { ...usual.mfa, policy, factors } });
const missingMfa = 'user.missing_mfa';
const prove = 'session.mfa.require_mfa_verification';

export const refusedSignIns: RefusedSignIn[] = [
  { name: 'suspended', prepare: suspend, code: 'user.suspended', changes: [['reactivate_user']] },
  {
    name: 'method off',
    settings: { signIn: { methods: [byEmail] } },
    code: 'user.sign_in_method_not_enabled',
    changes: [['enable_method']],
  },
  {
    name: 'method off, and suspended',
    settings: { signIn: { methods: [byEmail] } },
    prepare: suspend,
    code: 'user.suspended',
    changes: [['reactivate_user', 'enable_method']],
  },
  {
    name: 'no password',
    user: { password: undefined },
    code: 'session.invalid_credentials',
    changes: [['set_password']],
  },
  {
    name: 'password forgotten',
    stuckOn: 'session.invalid_credentials',
    prepare: async () => ({ password: 'something else' }),
    code: 'session.invalid_credentials',
    changes: [['set_password']],
  },
  {
    name: 'no email address',
    method: 'email_password',
    settings: { signIn: { methods: [byEmail] } },
    user: { primaryEmail: undefined },
    code: 'session.invalid_credentials',
    changes: [['add_identifier']],
  },
  {
    name: 'no email address, and email off',
    method: 'email_password',
    user: { primaryEmail: undefined },
    code: 'session.invalid_credentials',
    changes: [['add_identifier', 'enable_method']],
  },
  {
    name: 'locked out',
    settings: { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 60 } },
    prepare: lockOut,
    code: 'session.verification_blocked_too_many_attempts',
    changes: [['end_lockout']],
  },
  {
    name: 'sign-up only',
    settings: { signInMode: 'Register' },
    code: 'auth.forbidden',
    changes: [['allow_sign_in']],
  },
  {
    name: 'application without access',
    prepare: guardApplication,
    code: 'access_denied',
    changes: [...admitting, 'open_application'].map(kind => [kind]),
  },
  {
    name: 'application without access, and suspended',
    prepare: async (app, visitor) => {
      await suspend(app, visitor);
      return guardApplication(app, visitor);
    },
    code: 'user.suspended',
    changes: [...admitting, 'open_application'].map(kind => ['reactivate_user', kind]),
  },
  {
    name: 'level out of reach',
    prepare: async app => ({
      applicationId: await createApplication(app, { customClientMetadata: { minimumAcr: multiFactorAcr } }),
    }),
    code: 'unmet_authentication_requirements',
    changes: [['lower_level'], ['enable_factor'], ['enable_factor']],
  },
  {
    name: 'enterprise SSO only',
    prepare: connectEnterprise,
    code: 'session.sso_enabled',
    changes: [['release_domain'], ['disable_sso']],
  },
  {
    name: 'CAPTCHA that does not load',
    settings: { captchaPolicy: { enabled: true } },
    prepare: requireCaptcha,
    stuckOn: 'captcha_asked',
    code: 'session.captcha_required',
    changes: [['disable_captcha']],
  },
  {
    name: 'authenticator lost',
    settings: mandatory('NoPrompt', ['Totp']),
    prepare: addTotp,
    stuckOn: prove,
    code: prove,
    changes: [['remove_factors'], ['skip_mfa'], ['disable_factor']],
  },
  {
    name: 'authenticator lost, and MFA required',
    settings: mandatory('Mandatory', ['Totp']),
    prepare: addTotp,
    stuckOn: prove,
    code: prove,
    changes: [['remove_factors'], ['disable_factor']],
  },
  {
    name: 'no device for MFA',
    settings: mandatory('Mandatory', ['Totp']),
    stuckOn: missingMfa,
    code: missingMfa,
    changes: [['disable_factor'], ['relax_mfa']],
  },
  {
    name: 'no device for the MFA of an organization',
    settings: { mfa: { policy: 'NoPrompt', factors: ['Totp'], organizationRequiredMfaPolicy: 'Mandatory' } },
    prepare: joinStrictOrganization,
    stuckOn: missingMfa,
    code: missingMfa,
    changes: [['organization_without_mfa'], ['disable_factor'], ['relax_organization_mfa']],
  },
  {
    name: 'authenticator lost, on a new device',
    settings: { ...mandatory('NoPrompt', ['Totp', 'WebAuthn']), adaptiveMfa: { enabled: true } },
    prepare: async (app, visitor) => {
      await addTotp(app, visitor);
      const configs = { mfa: { skipMfaOnSignIn: true } };
      await app.manage('PATCH', `/users/${visitor.userId}/logto-configs`, configs);
    },
    stuckOn: prove,
    code: prove,
    changes: [['remove_factors'], ['disable_adaptive_mfa'], ['disable_factor']],
  },
  {
    name: 'deletion pending',
    prepare: leave,
    stuckOn: 'user.deletion_pending',
    code: 'user.deletion_pending',
    changes: [['keep_account']],
  },
  {
    name: 'passkeys off',
    method: 'passkey',
    prepare: takePasskey,
    code: 'user.sign_in_method_not_enabled',
    changes: [['enable_passkeys']],
  },
  { name: 'nothing wrong', code: 'in', changes: [] },
];

/** These need a connector that sends codes. */
export const refusedCodes: RefusedSignIn[] = [
  {
    name: 'password expired by hand',
    settings: { passwordExpiration: { enabled: true } },
    prepare: (app, { userId }) =>
      app.manage('PATCH', `/users/${userId}/password/expiration`, { isExpired: true }),
    code: 'password.expired',
    changes: [['keep_password'], ['set_password'], ['stop_password_expiration']],
  },
  {
    name: 'email codes off',
    method: 'email_code',
    code: 'user.sign_in_method_not_enabled',
    changes: [['enable_method']],
  },
  {
    name: 'email codes off, and used for MFA',
    method: 'email_code',
    settings: mandatory('NoPrompt', ['EmailVerificationCode', 'Totp']),
    code: 'user.sign_in_method_not_enabled',
    changes: [['disable_factor', 'enable_method']],
  },
  {
    name: 'no email address for codes',
    method: 'email_code',
    settings: { signIn: { methods: [byEmailCode] } },
    user: { primaryEmail: undefined },
    code: 'session.verification_failed',
    changes: [['add_identifier']],
  },
];
