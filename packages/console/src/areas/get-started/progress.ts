import type { Application, applications } from '@gatehouse/contract/applications.ts';
import type { changes } from '@gatehouse/contract/changes.ts';
import type { connectors } from '@gatehouse/contract/connectors.ts';
import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import type { Log, logs } from '@gatehouse/contract/logs.ts';
import { isLoopback } from '@gatehouse/contract/loopback.ts';
import type { sentInvitations, tenantMembers } from '@gatehouse/contract/tenant-members.ts';
import type { users } from '@gatehouse/contract/users.ts';
import { memberOf, useRead } from '../../api.ts';
import { rememberedGuide } from '../../guides/remembered.ts';
import { paths } from '../../paths.ts';
import { lightRow } from '../../request.ts';
import { useAbilities } from '../../session/abilities.ts';
import { usePreferences } from '../../session/preferences.tsx';
import { currentTenantId } from '../../session/tenant.ts';

const rows = {
  applications: lightRow<(typeof applications)['list']>({
    method: 'get',
    path: '/applications',
    permission: 'applications:read',
  }),
  changes: lightRow<(typeof changes)['list']>({
    method: 'get',
    path: '/changes',
    permission: 'changes:read',
  }),
  connectors: lightRow<(typeof connectors)['list']>({
    method: 'get',
    path: '/connectors',
    permission: 'connectors:read',
  }),
  logs: lightRow<(typeof logs)['list']>({ method: 'get', path: '/logs', permission: 'logs:read' }),
  users: lightRow<(typeof users)['list']>({ method: 'get', path: '/users', permission: 'users:read' }),
  members: lightRow<(typeof tenantMembers)['list']>({
    method: 'get',
    path: '/tenants/:tenantId/members',
    permission: 'read:member',
  }),
  invitations: lightRow<(typeof sentInvitations)['list']>({
    method: 'get',
    path: '/tenants/:tenantId/invitations',
    permission: 'invite:member',
  }),
};

const first = { page: 1, pageSize: 1 };
const quietly = { hideErrors: true };

const hasAny = (answer: [unknown, number] | undefined) => answer && answer[1] > 0;

/** The demo app is not an application of the tenant. */
const isOfApplication = ({ payload }: Log) =>
  payload.result === 'Success' && payload.applicationId !== demoApplicationId;

const sampleOfType = { SPA: 'react', Traditional: 'express' } as const;

/** A sample runs on the reader's machine. It cannot sign in to an application that is registered for other hosts alone. */
const canRunSample = ({ oidcClientMetadata: { redirectUris } }: Application) =>
  redirectUris.length === 0 || redirectUris.some(isLoopback);

/** The guide of the newest application that a sample can sign users in to. Without one, they create it. */
const sampleHref = (applications: readonly Application[]) => {
  for (const application of applications) {
    const { id, type, isThirdParty } = application;
    if (isThirdParty || (type !== 'SPA' && type !== 'Traditional') || !canRunSample(application)) continue;
    return paths.applicationGuide(id, rememberedGuide(id) ?? sampleOfType[type]);
  }
  return paths.createApplication({ guide: 'react' });
};

/** Completed getting-started steps, as far as the server can say. Undefined until it has answered. */
export const useProgress = () => {
  const { preferences } = usePreferences();
  const tenantId = currentTenantId();
  const { mayInvite } = useAbilities();
  // The server would log a request without permission to invite as an attempt.
  const asInviter = { ...quietly, door: memberOf(tenantId), enabled: mayInvite };
  const { data: applications } = useRead(rows.applications, { page: 1, pageSize: 20 }, quietly);
  const { data: changes } = useRead(
    rows.changes,
    { query: { objectKind: 'sign-in-experience' }, ...first },
    quietly,
  );
  const { data: connectors } = useRead(rows.connectors, {}, quietly);
  const { data: users } = useRead(rows.users, first, quietly);
  const { data: tokens } = useRead(
    rows.logs,
    { query: { logKey: 'ExchangeTokenBy.AuthorizationCode' }, page: 1, pageSize: 20 },
    quietly,
  );
  const { data: members } = useRead(rows.members, { params: { tenantId } }, asInviter);
  const { data: invitations } = useRead(rows.invitations, { params: { tenantId } }, asInviter);
  return {
    sampleHref: applications && sampleHref(applications[0]),
    application: hasAny(applications),
    sign_in: preferences?.experienceNoticeConfirmed || hasAny(changes),
    connector: connectors && connectors.length > 0,
    user: hasAny(users),
    first_sign_in: tokens?.[0].some(isOfApplication),
    member: members && (members.length > 1 || Boolean(invitations?.length)),
  };
};
