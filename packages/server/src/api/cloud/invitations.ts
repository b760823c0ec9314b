import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { OrganizationInvitation } from '@gatehouse/contract/organization-invitations.ts';
import { quotaOfPlan } from '@gatehouse/contract/plans.ts';
import { isWithinQuota } from '@gatehouse/contract/quota.ts';
import type {
  receivedInvitations as receivedRows,
  sentInvitations as sentRows,
} from '@gatehouse/contract/tenant-members.ts';
import type { TenantTag } from '@gatehouse/contract/tenants.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { oneAtATime } from '../../database/transactions.ts';
import { closeInvitation } from '../../domain/invitations.ts';
import { RequestError } from '../../domain/request-error.ts';
import {
  findReceivedInvitation,
  findSentInvitation,
  inviteToTenant,
  listReceivedInvitations,
  listSentInvitations,
  renewInvitation,
  sendTenantInvitation,
} from '../../domain/tenant-invitations.ts';
import { listMembers } from '../../domain/tenant-members.ts';
import type { DirectHandlers, RequestContext } from '../../http/implement.ts';
import { limitExceeded } from '../../http/quota.ts';
import type { Services } from '../../http/services.ts';

export const sentInvitations: DirectHandlers<typeof sentRows> = {
  list: ({ params, tenant: admin }) => admin.database.read(db => listSentInvitations(db, params.tenantId)),

  async create(context) {
    const { params, body, tenant: admin, origin, services } = context;
    const { tenantId } = params;
    const invitees = [...new Set(body.invitee)];
    const requireRoom = await roomForMembers(services, tenantId);
    const invite = await inviteFor(context, tenantId);
    const ids = await admin.database.write(origin, async tx => {
      await requireRoom(tx.db, invitees.length);
      const ids: string[] = [];
      for (const invitee of invitees) {
        ids.push(await inviteToTenant(tx, services.vault, invite, { invitee, role: body.roleName }));
      }
      return ids;
    });
    const sent = await admin.database.read(db => listSentInvitations(db, tenantId));
    return sent.filter(({ id }) => ids.includes(id));
  },

  async setStatus({ params, tenant: admin, origin }) {
    await admin.database.write(origin, async tx => {
      const invitation = await findSentInvitation(tx.db, params.tenantId, params.invitationId);
      requirePending(invitation);
      await closeInvitation(tx, invitation, { status: 'Revoked' });
    });
  },

  async resend(context) {
    const { params, tenant: admin, origin, services } = context;
    const invite = await inviteFor(context, params.tenantId);
    await admin.database.write(origin, async tx => {
      const invitation = await findSentInvitation(tx.db, params.tenantId, params.invitationId);
      if (invitation.status !== 'Expired') requirePending(invitation);
      await renewInvitation(tx, invitation.id);
      await sendTenantInvitation(tx, services.vault, invite, invitation);
    });
  },

  async delete({ params, tenant: admin, origin }) {
    await admin.database.write(origin, async tx => {
      const { id } = await findSentInvitation(tx.db, params.tenantId, params.invitationId);
      await tx.delete('organizationInvitations', { id });
    });
  },
};

export const receivedInvitations: DirectHandlers<typeof receivedRows> = {
  async list({ caller, tenant: admin, services }) {
    const invitations = await admin.database.read(db => listReceivedInvitations(db, caller.id));
    return viewInvitations(services, invitations);
  },

  async read({ params, caller, tenant: admin, services }) {
    const invitation = await admin.database.read(db =>
      findReceivedInvitation(db, caller.id, params.invitationId),
    );
    const [view] = await viewInvitations(services, [invitation]);
    if (!view) throw new RequestError('tenant.invitation_not_found');
    return view;
  },

  async setStatus({ params, body: { status }, caller, tenant: admin, origin, services }) {
    const { organizationId } = await admin.database.read(db =>
      findReceivedInvitation(db, caller.id, params.invitationId),
    );
    const requireRoom = await roomForMembers(services, tenantIdOf(organizationId));
    await admin.database.write(origin, async tx => {
      if (status === 'Accepted') await requireRoom(tx.db, 0);
      const invitation = await findReceivedInvitation(tx.db, caller.id, params.invitationId);
      requirePending(invitation);
      await closeInvitation(
        tx,
        invitation,
        status === 'Accepted' ? { status, acceptedUserId: caller.id } : { status },
      );
    });
    admin.cached.invalidate('members');
  },
};

const tenantIdOf = (organizationId: string) => organizationId.slice(tenantOrganizationId('').length);

const requirePending = ({ status }: OrganizationInvitation) => {
  if (status !== 'Pending') throw new RequestError('tenant.invitation_not_pending', { data: { status } });
};

const inviteFor = async ({ caller, services, tenant: admin }: RequestContext<Row>, tenantId: string) => {
  const { name } = await services.database.system(db =>
    db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow(),
  );
  return {
    tenantId,
    tenantName: name,
    inviter: { id: caller.id, name: await services.tenants.nameOf(admin, caller) },
    linkTo: (id: string) => `${services.env.ADMIN_ENDPOINT}/accept/${id}`,
  };
};

/** Those who are invited count as well, one request at a time: a plan's last place is given away once. */
const roomForMembers = async (services: Services, tenantId: string) => {
  const tenant = await services.tenants.get(tenantId);
  if (!tenant) throw new RequestError('entity.not_found');
  const { planId } = await tenant.cached.standing();
  const limit = quotaOfPlan(planId).tenantMembersLimit;
  return async (db: Kysely<Tables>, more: number) => {
    const members = await oneAtATime(`members:${tenantId}`, () => listMembers(db, tenantId));
    const invitations = await listSentInvitations(db, tenantId);
    const taken = members.length + invitations.filter(({ status }) => status === 'Pending').length;
    if (!isWithinQuota({ limit, usage: taken + more })) throw limitExceeded(planId, 'tenantMembersLimit');
  };
};

const viewInvitations = async (services: Services, invitations: OrganizationInvitation[]) => {
  const ids = invitations.map(({ organizationId }) => tenantIdOf(organizationId));
  const tenants = await services.database.system(db =>
    db
      .selectFrom('tenants')
      .select(['id', 'name', 'tag'])
      .where('id', 'in', ['', ...ids])
      .execute(),
  );
  return invitations.flatMap(({ id, organizationId, status }) => {
    const tenant = tenants.find(tenant => tenant.id === tenantIdOf(organizationId));
    if (!tenant) return [];
    return [{ id, organizationId, status, tenantName: tenant.name, tenantTag: tenant.tag as TenantTag }];
  });
};
