import type { applications } from '@gatehouse/contract/applications.ts';
import type { changes } from '@gatehouse/contract/changes.ts';
import type { connectors } from '@gatehouse/contract/connectors.ts';
import type { sentInvitations, tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import type { users } from '@gatehouse/contract/users.ts';
import { memberOf, useRead } from '../../api.ts';
import { lightRow } from '../../request.ts';
import { useAbilities } from '../../session/abilities.ts';
import { usePreferences } from '../../session/preferences.tsx';
import { currentTenantId } from '../../session/tenant.ts';

const rows = {
  applications: lightRow<(typeof applications)['list']>({ method: 'get', path: '/applications' }),
  changes: lightRow<(typeof changes)['list']>({ method: 'get', path: '/changes' }),
  connectors: lightRow<(typeof connectors)['list']>({ method: 'get', path: '/connectors' }),
  users: lightRow<(typeof users)['list']>({ method: 'get', path: '/users' }),
  members: lightRow<(typeof tenantMembers)['list']>({ method: 'get', path: '/tenants/:tenantId/members' }),
  invitations: lightRow<(typeof sentInvitations)['list']>({
    method: 'get',
    path: '/tenants/:tenantId/invitations',
  }),
};

const first = { page: 1, pageSize: 1 };
const quietly = { hideErrors: true };

const hasAny = (answer: [unknown, number] | undefined) => answer && answer[1] > 0;

/** What of the first steps is done, as far as the server knows; undefined while it has not answered. */
export const useProgress = () => {
  const { preferences } = usePreferences();
  const tenantId = currentTenantId();
  const { mayInvite } = useAbilities();
  // The server would log a request without permission to invite as an attempt.
  const asInviter = { ...quietly, door: memberOf(tenantId), enabled: mayInvite };
  const { data: applications } = useRead(rows.applications, first, quietly);
  const { data: changes } = useRead(
    rows.changes,
    { query: { objectKind: 'sign-in-experience' }, ...first },
    quietly,
  );
  const { data: connectors } = useRead(rows.connectors, {}, quietly);
  const { data: users } = useRead(rows.users, first, quietly);
  const { data: members } = useRead(rows.members, { params: { tenantId } }, asInviter);
  const { data: invitations } = useRead(rows.invitations, { params: { tenantId } }, asInviter);
  return {
    application: hasAny(applications),
    sign_in: preferences?.experienceNoticeConfirmed || hasAny(changes),
    connector: connectors && connectors.length > 0,
    user: hasAny(users),
    member: members && (members.length > 1 || Boolean(invitations?.length)),
  };
};
