import { eventSubjects } from '@gatehouse/contract/entities.ts';
import type { HookEvent } from '@gatehouse/contract/events.ts';
import type { HookBody } from './send.ts';

const createdAt = Date.UTC(2026, 0, 1);

const user = {
  id: 'sampleuser01',
  username: 'sample',
  primaryEmail: 'sample@example.com',
  primaryPhone: null,
  name: 'Sample Person',
  avatar: null,
  profile: {},
  identities: {},
  customData: {},
  applicationId: 'sample-application',
  isSuspended: false,
  deletionDueAt: null,
  suspensionReason: null,
  lastSignInAt: createdAt,
  createdAt,
  updatedAt: createdAt,
  hasPassword: true,
};
const named = { id: 'sample-id', name: 'Sample', description: 'Made up for this test' };

/** What an event of each kind is about, where it is more than a name; events of relations carry no object. */
const entities: Readonly<Record<string, object>> = {
  User: user,
  Role: { ...named, type: 'User', isDefault: false },
  Scope: { ...named, resourceId: 'sample-resource', createdAt },
  Organization: { ...named, customData: {}, isMfaRequired: false, createdAt },
  OrganizationRole: { ...named, type: 'User' },
  OrganizationScope: named,
};

const interactionEvents: Partial<Record<HookEvent, string>> = {
  PostRegister: 'Register',
  PostSignIn: 'SignIn',
  PostResetPassword: 'ForgotPassword',
  PostSignInAdaptiveMfaTriggered: 'SignIn',
};

/** A made-up event, in the shape of a real one. */
export const sampleOfEvent = (event: HookEvent, hookId: string, now: number): HookBody => ({
  hookId,
  event,
  createdAt: new Date(now).toISOString(),
  userAgent: 'Sample browser',
  ...detailsOf(event),
});

const detailsOf = (event: HookEvent) => {
  const interactionEvent = interactionEvents[event];
  if (interactionEvent)
    return {
      interactionEvent,
      sessionId: 'sample-session',
      userIp: '203.0.113.7',
      userId: user.id,
      user,
      application: { ...named, id: user.applicationId, type: 'SPA' },
    };
  const ip = '203.0.113.7';
  if (event === 'Identifier.Lockout') return { ip, type: 'email', value: user.primaryEmail };
  if (event === 'Message.RateLimited')
    return { ip, type: 'email', value: user.primaryEmail, retryAfterSeconds: 600 };
  if (event === 'Grant.LimitExceeded')
    return {
      userId: user.id,
      applicationId: user.applicationId,
      application: { ...named, id: user.applicationId, type: 'SPA' },
      maxAllowedGrants: 1,
      preRevocationActiveGrantCount: 2,
      revokedGrantIds: ['sample-grant'],
    };
  if (event === 'Organization.Membership.Updated')
    return { ip, data: null, organizationId: named.id, addedUserIds: [user.id] };
  if (event === 'Role.Scopes.Updated') return { ip, data: null, roleId: named.id };
  if (event === 'OrganizationRole.Scopes.Updated') return { ip, data: null, organizationRoleId: named.id };
  const [subject = ''] = event.split('.', 1);
  const plain = eventSubjects.some(known => known === subject) ? { ...named, createdAt } : null;
  return { ip, data: entities[subject] ?? plain };
};
