/** What happens in a sign-in that a webhook can hear of. */
export const interactionHookEvents = ['PostRegister', 'PostSignIn', 'PostResetPassword'] as const;

/** What happens to data, whoever changes it. */
export const dataHookEvents = [
  'User.Created',
  'User.Deleted',
  'User.Data.Updated',
  'User.SuspensionStatus.Updated',
  'User.Deletion.Scheduled',
  'User.Deletion.Canceled',
  'Role.Created',
  'Role.Deleted',
  'Role.Data.Updated',
  'Role.Scopes.Updated',
  'Scope.Created',
  'Scope.Deleted',
  'Scope.Data.Updated',
  'Organization.Created',
  'Organization.Deleted',
  'Organization.Data.Updated',
  'Organization.Membership.Updated',
  'OrganizationRole.Created',
  'OrganizationRole.Deleted',
  'OrganizationRole.Data.Updated',
  'OrganizationRole.Scopes.Updated',
  'OrganizationScope.Created',
  'OrganizationScope.Deleted',
  'OrganizationScope.Data.Updated',
] as const;

/** What went wrong and deserves attention. */
export const exceptionHookEvents = [
  'Identifier.Lockout',
  'PostSignInAdaptiveMfaTriggered',
  'Message.RateLimited',
  'Grant.LimitExceeded',
] as const;

export const hookEvents = [...interactionHookEvents, ...dataHookEvents, ...exceptionHookEvents] as const;

export type HookEvent = (typeof hookEvents)[number];
