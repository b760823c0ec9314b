import { exceptionHookEvents, interactionHookEvents } from '@gatehouse/contract/events.ts';
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

/** Those that carry what happened beside the request, and no object. */
const exceptions: readonly string[] = exceptionHookEvents;

/** What the receiver of a webhook gets, in the words of the dialect. */
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
  const owner = owners[event];
  if (!owner) return { ...start, ...request, data: row.data };
  const { [owner]: ownerId = via.params?.id, ...told } = Array.isArray(row.data) ? {} : data;
  return { ...start, ...request, [owner]: ownerId, ...onlyLists(told), data: null };
};

/** Who came and who went; what else the caller of the API was answered is theirs. */
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
