import { generateShortId } from '@gatehouse/contract/ids.ts';
import type { organizations as rows } from '@gatehouse/contract/organizations.ts';
import { contains, fetchPage } from '../../domain/listing.ts';
import { findOrganization, membersOfOrganizations, presentOrganization } from '../../domain/organizations.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Handlers } from '../../http/implement.ts';
import { organizationApplications } from './organization-applications.ts';
import { organizationMembers } from './organization-members.ts';

export const organizations: Handlers<typeof rows> = {
  ...organizationMembers,
  ...organizationApplications,

  async list({ db, query, page }) {
    const { q, showFeatured } = query;
    const found = await fetchPage(
      db
        .selectFrom('organizations')
        .selectAll()
        .$if(Boolean(q), list => list.where(contains(['id', 'name'], q ?? '')))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      page,
    );
    const items = found.items.map(presentOrganization);
    if (!showFeatured) return { ...found, items };
    const members = await membersOfOrganizations(
      db,
      items.map(({ id }) => id),
    );
    return { ...found, items: items.map(item => ({ ...item, ...members(item.id) })) };
  },

  create: async ({ tx, body }) =>
    presentOrganization(await tx.insert('organizations', { id: generateShortId(), ...body })),

  read: ({ db, params }) => findOrganization(db, params.id),

  async update({ tx, params, body }) {
    const organization = await tx.update('organizations', { id: params.id }, body);
    if (!organization) throw new RequestError('entity.not_exists');
    return presentOrganization(organization);
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('organizations', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};
