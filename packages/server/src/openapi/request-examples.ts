const tokenScript =
  'const getCustomJwtClaims = async ({ context }) => ({ plan: context.user.customData.plan });';
const signInScript = 'const runAction = async ({ context, api }) => {};';

const color = { primaryColor: '#5b4bd6', isDarkModeEnabled: true, darkPrimaryColor: '#7c6ff0' };

/**
 * Request bodies that no rule can guess: what a caller typically sends, by operation ID. The others are made from their
 * schema. A test parses every one with the row that takes it.
 */
export const requestExamples: Readonly<Record<string, unknown>> = {
  AddApplicationConsentScopes: { userScopes: ['profile', 'email'] },
  AddCimdScopes: { userScopes: ['profile', 'email'] },
  AddDraftRequest: { method: 'PATCH', path: '/sign-in-exp', body: { signInMode: 'SignIn' } },
  AddOrganizationUserRoles: { organizationRoleIds: ['r5t8w2k7m1q4x9z3b6v0n'] },
  ApplyBundle: {
    files: [
      {
        path: 'roles/clerk.yaml',
        text: 'name: Clerk\ndescription: Handles orders\npermissions: [orders-api/read:orders]\n',
      },
    ],
  },
  CreateApplication: {
    name: 'Customer portal',
    type: 'SPA',
    oidcClientMetadata: {
      redirectUris: ['https://app.example.com/callback'],
      postLogoutRedirectUris: ['https://app.example.com'],
    },
  },
  CreateClientRegistrationToken: { name: 'CI pipeline' },
  CreateHook: {
    name: 'Sync users',
    events: ['User.Created', 'User.Deleted'],
    config: { url: 'https://hooks.example.com/gatehouse' },
  },
  CreateOrganization: { name: 'Harbor Inc.', description: 'Customer since 2026' },
  CreateOrganizationInvitation: {
    invitee: 'kim@example.com',
    organizationId: 'h4k7q2w9m1x5',
    expiresAt: 4_102_444_800_000,
  },
  CreateOrganizationRole: { name: 'editor', description: 'Edits the content of the organization' },
  CreateOrganizationScope: { name: 'edit:content', description: 'Edit content' },
  CreateResource: { name: 'Orders API', indicator: 'https://api.example.com' },
  CreateResourceScope: { name: 'read:orders', description: 'Read orders' },
  CreateRole: { name: 'support', description: 'Answers customers' },
  CreateSsoSigningKey: { active: true },
  CreateTenant: { name: 'Harbor', regionName: 'EU', tag: 'development' },
  CreateUser: {
    username: 'kim',
    primaryEmail: 'kim@example.com',
    name: 'Kim Harbor',
    password: 'correct horse battery staple',
  },
  FinishTestSignInSocial: { connectorData: { state: 'gatehouse-test.k2m8x4p1', code: '4/0AbUR2VMeHxU' } },
  FinishTestSignInSso: { connectorData: { state: 'gatehouse-test.k2m8x4p1', code: '4/0AbUR2VMeHxU' } },
  GrantInteractionConsent: { organizationIds: ['h4k7q2w9m1x5'] },
  IdentifyExperience: { verificationId: 'v8n3k6p1w4qx7m2r5t9yz' },
  PlanBundle: {
    files: [
      {
        path: 'roles/clerk.yaml',
        text: 'name: Clerk\ndescription: Handles orders\npermissions: [orders-api/read:orders]\n',
      },
    ],
  },
  PreviewSignInExperience: { signInExperience: { color }, language: 'en' },
  ReplaceAction: { script: signInScript, enabled: true },
  ReplaceApplicationSignInExperience: {
    displayName: 'Customer portal',
    termsOfUseUrl: 'https://example.com/terms',
  },
  ReplaceCustomPhrase: { action: { sign_in: 'Log in' } },
  ReplaceDomainVerificationFiles: {
    verificationFiles: [
      { path: '/.well-known/verification.txt', contentType: 'text/plain', content: 'k7m2q9' },
    ],
  },
  ReplaceJwtCustomizer: { script: tokenScript },
  ReplaceOidcConfigIdToken: { enabledExtendedClaims: ['custom_data'] },
  ReplaceOrganizationJitEmailDomains: { emailDomains: ['harbor.example'] },
  ReplaceOrganizationUserRoles: { organizationRoleIds: ['r5t8w2k7m1q4x9z3b6v0n'] },
  RotateOidcConfigSigningKeys: { signingKeyAlgorithm: 'EC' },
  SendOrganizationInvitationMessage: { link: 'https://app.example.com/invitations/8f3k' },
  StartUserJobJob: { kind: 'suspend', userIds: ['u7m2k9p4w1qx'] },
  SubmitExperience: { keepAccount: true },
  TestConnectorAction: {
    email: 'kim@example.com',
    config: {
      host: 'smtp.example.com',
      port: 587,
      fromEmail: 'no-reply@example.com',
      auth: { user: 'gatehouse', pass: 'correct horse battery staple' },
    },
  },
  TestAction: { script: signInScript, actionType: 'action.postSignIn', event: {} },
  TestJwtCustomizer: { script: tokenScript, tokenType: 'access-token', token: {} },
  TryAction: { script: signInScript, actionType: 'action.postSignIn', event: {} },
  TryJwtCustomizer: { script: tokenScript, tokenType: 'access-token', token: {} },
  UpdateAccount: { name: 'Kim Harbor', username: 'kim' },
  UpdateAccountCenter: { enabled: true, fields: { name: 'Edit', email: 'ReadOnly' } },
  UpdateAccountConfigs: { mfa: { skipped: true } },
  UpdateAccountProfile: { givenName: 'Kim', familyName: 'Harbor', zoneinfo: 'Europe/Berlin' },
  UpdateAction: { enabled: true },
  UpdateApplication: { name: 'Customer portal', description: 'Where customers manage their orders' },
  UpdateApplicationCustomData: { team: 'checkout' },
  UpdateCimdConfig: { enabled: true },
  UpdateClientRegistrationConfig: { mode: 'Token', maximumClients: 100 },
  UpdateConfigAdminConsole: { signInExperienceCustomized: true },
  UpdateConnector: { syncProfile: true },
  UpdateEmailTemplateDetails: { subject: 'Your code', content: 'Your code is {{code}}.' },
  UpdateHook: { name: 'Sync users', enabled: true },
  UpdateJwtCustomizer: { script: tokenScript },
  UpdateLogStream: { enabled: true },
  UpdateMe: { name: 'Kim Harbor' },
  UpdateMeCustomData: { team: 'platform' },
  UpdateOidcConfigSession: { ttl: 1_209_600 },
  UpdateOrganization: { name: 'Harbor Inc.', isMfaRequired: true },
  UpdateOrganizationRole: { name: 'editor', description: 'Edits the content of the organization' },
  UpdateOrganizationScope: { description: 'Edit content' },
  UpdateResource: { name: 'Orders API', accessTokenTtl: 3600 },
  UpdateResourceScope: { description: 'Read orders' },
  UpdateRole: { name: 'support', description: 'Answers customers' },
  UpdateSamlApplication: { name: 'Expense reports' },
  UpdateSignInExperience: { color, signInMode: 'SignInAndRegister' },
  UpdateSsoConnector: { connectorName: 'Harbor Entra ID', domains: ['harbor.example'] },
  UpdateTenant: { name: 'Harbor' },
  UpdateTenantSettings: { isMfaRequired: true },
  UpdateUser: { name: 'Kim Harbor', primaryEmail: 'kim@example.com' },
  UpdateUserConfigs: { mfa: { skipped: true } },
  UpdateUserCustomData: { customData: { plan: 'pro' } },
  UpdateUserIdentity: { userId: '583231', details: { name: 'The Octocat' } },
  UpdateUserProfile: { profile: { givenName: 'Kim', familyName: 'Harbor' } },
  UpsertEmailTemplate: {
    templates: [
      {
        languageTag: 'en',
        templateType: 'SignIn',
        details: { subject: 'Your sign-in code', content: 'Your code is {{code}}.' },
      },
    ],
  },
  VerifyProofOneTimeToken: {
    token: 'q7Zt4Xw9Lr2Vn6Ks1Yd8Hb3Mf5Jc0Gp',
    identifier: { type: 'email', value: 'kim@example.com' },
  },
};
