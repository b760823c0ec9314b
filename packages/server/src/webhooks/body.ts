import { eventSubjects } from '@gatehouse/contract/entities.ts';
import { exceptionHookEvents, type HookEvent, interactionHookEvents } from '@gatehouse/contract/events.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { HookBody } from './send.ts';

type EventRow = Pick<Selectable<Tables['events']>, 'event' | 'data' | 'origin' | 'createdAt'>;

/** Events that tell of relations carry no object, but the id of what they belong to under this name. */
const owners: Readonly<Record<string, string>> = {
  'Organization.Membership.Updated': 'organizationId',
  'OrganizationRole.Scopes.Updated': 'organizationRoleId',
  'Role.Scopes.Updated': 'roleId',
};

const signInEvents: readonly string[] = [...interactionHookEvents, 'PostSignInAdaptiveMfaTriggered'];

/** Events that carry details next to the request, and no object. */
const exceptions: readonly string[] = exceptionHookEvents;

/** The webhook request body, in the format of the dialect. */
export const bodyOfEvent = async (db: Kysely<Tables>, row: EventRow, hookId: string): Promise<HookBody> => {
  const { event, origin, createdAt } = row;
  const { via } = origin;
  const data = (row.data ?? {}) as Record<string, unknown>;
  const start = { hookId, event, createdAt: new Date(createdAt).toISOString(), userAgent: via.userAgent };
  if (signInEvents.includes(event)) {
    const { applicationId, ...told } = data;
    return { ...start, userIp: via.ip, ...told, application: await findApplication(db, applicationId) };
  }
  const request = {
    ip: via.ip,
    path: via.path,
    method: via.method,
    matchedRoute: via.route,
    params: via.params,
  };
  if (exceptions.includes(event)) {
    const { applicationId } = data;
    const application = await findApplication(db, applicationId);
    return { ...start, ...request, ...data, ...(application ? { application } : {}) };
  }
  const answered = { ...request, status: origin.status };
  const owner = owners[event];
  if (!owner) return { ...start, ...answered, data: row.data };
  const { [owner]: ownerId = via.params?.id, ...told } = Array.isArray(row.data) ? {} : data;
  return { ...start, ...answered, [owner]: ownerId, ...onlyLists(told), data: null };
};

/** The added and removed members. The rest of the response is private to the caller. */
const onlyLists = (told: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(told).filter(
      ([name, value]) => /^(added|removed)/.test(name) && Array.isArray(value) && value.length,
    ),
  );

const findApplication = async (db: Kysely<Tables>, id: unknown) => {
  if (typeof id !== 'string') return undefined;
  const columns = ['id', 'type', 'name', 'description'] as const;
  return db.selectFrom('applications').select(columns).where('id', '=', id).executeTakeFirst();
};

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

/** Sample objects by kind of event, if they have more than a name. Events about relations carry no object. */
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
