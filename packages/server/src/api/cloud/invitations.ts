import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import type {
  receivedInvitations as receivedRows,
  sentInvitations as sentRows,
} from '@gatehouse/contract/tenant-members.ts';
import type { TenantTag } from '@gatehouse/contract/tenants.ts';
import type { Write } from '../../database/database.ts';
import { requirePermissionsOf } from '../../domain/grants.ts';
import { closeInvitation } from '../../domain/invitations.ts';
import { findRole, rolesBehind } from '../../domain/member-roles.ts';
import { requirePending, revokeInvitation } from '../../domain/revoked-invitations.ts';
import {
  acceptInvitation,
  canEmail,
  findReceivedInvitation,
  findSentInvitation,
  type Invite,
  inviteToTenant,
  linkOfInvitation,
  listReceivedInvitations,
  listSentInvitations,
  renewInvitation,
  withInviters,
} from '../../domain/tenant-invitations.ts';
import { requireHeld } from '../../domain/tenant-members.ts';
import { findFullPlan } from '../../domain/tenant-room.ts';
import { asSent } from '../../email-addresses.ts';
import { ownTransactions, type RequestContext } from '../../http/implement.ts';
import { limitExceeded } from '../../http/quota.ts';
import { consoleAddress } from '../../http/tenant-address.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

export const sentInvitations = ownTransactions<typeof sentRows>({
  list: ({ params, tenant: admin, services }) =>
    admin.database.read(db => listSentInvitations(db, params.tenantId, hasMailServer(services))),

  readService: ({ tenant: admin, services }) =>
    admin.database.read(async db => ({ isEmailed: await canEmail(db, hasMailServer(services)) })),

  async create(context) {
    const { params, body, caller, tenant: admin, origin, services } = context;
    const { tenantId } = params;
    const invitees = new Map(body.invitee.map(invitee => [asSent(invitee), invitee]));
    const invite = await inviteFor(context, tenantId);
    const ids = await admin.database.write(origin, async tx => {
      const held = await requireHeld(tx.db, tenantId, caller, 'invite:member');
      const role = await findRole(tx.db, tenantId, body.roleName);
      requirePermissionsOf(held, role.permissions);
      const ids: string[] = [];
      for (const [, invitee] of [...invitees].sort(([one], [other]) => (one < other ? -1 : 1))) {
        ids.push(await inviteToTenant(tx, services.vault, invite, { invitee, role }));
      }
      return ids;
    });
    await requireRoomStill(context, ids);
    const sent = await admin.database.read(db => listSentInvitations(db, tenantId, hasMailServer(services)));
    return sent.filter(({ id }) => ids.includes(id));
  },

  async setStatus(context) {
    await context.tenant.database.write(context.origin, async tx =>
      revokeInvitation(tx, await findToGrant(tx, context)),
    );
  },

  async resend(context) {
    const { params, tenant: admin, origin, services } = context;
    const invite = await inviteFor(context, params.tenantId);
    await admin.database.write(origin, async tx => {
      const invitation = await findToGrant(tx, context);
      await renewInvitation(tx, services.vault, invite, invitation);
    });
    await requireRoomStill(context, [params.invitationId]);
  },

  async link(context) {
    const { params, tenant: admin, origin, services } = context;
    const invite = await inviteFor(context, params.tenantId);
    // In the cloud an account reaches further than the tenant that invites: its address is proven by email only.
    const isVouched = services.env.GATEHOUSE_EDITION === 'oss';
    const link = await admin.database.write(origin, async tx =>
      linkOfInvitation(tx, services.vault, { ...invite, isVouched }, await findToGrant(tx, context)),
    );
    return { link };
  },

  async delete(context) {
    await context.tenant.database.write(context.origin, async tx => {
      const invitation = await findToGrant(tx, context);
      if (invitation.status === 'Pending') await revokeInvitation(tx, invitation);
      await tx.delete('organizationInvitations', { id: invitation.id });
    });
  },
});

export const receivedInvitations = ownTransactions<typeof receivedRows>({
  async list({ caller, tenant: admin, services }) {
    const invitations = await admin.database.read(db => listReceivedInvitations(db, caller.id));
    return viewInvitations(services, invitations);
  },

  async read({ params, caller, tenant: admin, services }) {
    const invitations = await admin.database.read(async db =>
      withInviters(db, [await findReceivedInvitation(db, caller.id, params.invitationId)]),
    );
    const [view] = await viewInvitations(services, invitations);
    if (!view) throw new RequestError('tenant.invitation_not_found');
    return view;
  },

  async setStatus({ params, body: { status }, caller, tenant: admin, origin, services }) {
    const { organizationId } = await admin.database.read(db =>
      findReceivedInvitation(db, caller.id, params.invitationId),
    );
    const tenantId = tenantIdOf(organizationId);
    const room = await roomOf(services, tenantId);
    await admin.database.write(origin, async tx => {
      if (status === 'Accepted')
        return acceptInvitation(tx, { tenantId, room, userId: caller.id }, params.invitationId);
      const invitation = await findReceivedInvitation(tx.db, caller.id, params.invitationId, {
        isLocked: true,
      });
      requirePending(invitation);
      return closeInvitation(tx, invitation, { status });
    });
  },
});

/** Takes back what was sent while the tenant moved to a smaller plan. */
const requireRoomStill = async (
  {
    params,
    tenant: admin,
    origin,
    services,
  }: Pick<RequestContext<(typeof sentRows)['create']>, 'params' | 'tenant' | 'origin' | 'services'>,
  ids: readonly string[],
) => {
  const { tenantId } = params;
  if (services.env.GATEHOUSE_EDITION === 'oss') return;
  const planId = await findFullPlan(services.database, tenantId);
  if (!planId) return;
  await admin.database.write(origin, async tx => {
    for (const id of ids) {
      const invitation = await findSentInvitation(tx.db, tenantId, id);
      if (invitation.status === 'Pending') await revokeInvitation(tx, invitation);
    }
  });
  throw limitExceeded(planId, 'tenantMembersLimit');
};

type Sent = Pick<RequestContext<(typeof sentRows)['link']>, 'params' | 'caller'>;

/** An invitation is worth the role that it gives: for callers who could give it. */
const findToGrant = async (tx: Write, { params, caller }: Sent) => {
  const { tenantId, invitationId } = params;
  const held = await requireHeld(tx.db, tenantId, caller, 'invite:member');
  const invitation = await findSentInvitation(tx.db, tenantId, invitationId);
  const ids = invitation.organizationRoles.map(({ id }) => id);
  for (const { permissions } of (await rolesBehind(tx.db, ids))(ids)) requirePermissionsOf(held, permissions);
  return invitation;
};

const tenantIdOf = (organizationId: string) => organizationId.slice(tenantOrganizationId('').length);

const hasMailServer = ({ env }: Services) => env.SMTP_URL !== undefined;

const inviteFor = async (
  { caller, services, tenant: admin }: RequestContext<Row>,
  tenantId: string,
): Promise<Invite> => ({
  tenantId,
  tenantName: await nameOfTenant(services, tenantId),
  inviter: { id: caller.id, name: await services.tenants.nameOf(admin, caller) },
  page: `${consoleAddress(services.env)}/accept`,
  hasMailServer: hasMailServer(services),
  room: await roomOf(services, tenantId),
});

const nameOfTenant = async ({ env, database }: Services, tenantId: string) => {
  const { name } = await database.system(db =>
    db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow(),
  );
  return shownName(env, name);
};

/** The one tenant of the self-hosted edition goes by the address of its console. */
const shownName = (env: Services['env'], name: string) =>
  env.GATEHOUSE_EDITION === 'oss' ? new URL(env.ADMIN_ENDPOINT).host : name;

/** The number of members the plan allows. Self-hosted tenants have no plan. */
const roomOf = async ({ env, tenants }: Services, tenantId: string): Promise<Invite['room']> => {
  const tenant = await tenants.get(tenantId);
  if (!tenant) throw new RequestError('entity.not_found');
  const { planId } = await tenant.cached.standing();
  return {
    limit: env.GATEHOUSE_EDITION === 'oss' ? null : quotaOfPlan(planId).tenantMembersLimit,
    refusal: () => limitExceeded(planId, 'tenantMembersLimit'),
  };
};

const viewInvitations = async (
  services: Services,
  invitations: Awaited<ReturnType<typeof listReceivedInvitations>>,
) => {
  const ids = invitations.map(({ organizationId }) => tenantIdOf(organizationId));
  const tenants = await services.database.system(db =>
    db
      .selectFrom('tenants')
      .select(['id', 'name', 'tag'])
      .where('id', 'in', ['', ...ids])
      .execute(),
  );
  return invitations.flatMap(({ id, organizationId, status, inviterName }) => {
    const tenant = tenants.find(tenant => tenant.id === tenantIdOf(organizationId));
    if (!tenant) return [];
    const tenantName = shownName(services.env, tenant.name);
    return [{ id, organizationId, status, tenantName, tenantTag: tenant.tag as TenantTag, inviterName }];
  });
};
