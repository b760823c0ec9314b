import { generateShortId } from '@gatehouse/contract/ids.ts';
import type { organizations as rows } from '@gatehouse/contract/organizations.ts';
import { isInReach } from '../../domain/limited-access.ts';
import { fetchPage, inOrder } from '../../domain/listing.ts';
import { findOrganization, membersOfOrganizations, presentOrganization } from '../../domain/organizations.ts';
import { isFoundIn, searchCondition, searchInTime } from '../../domain/search.ts';
import type { Handlers } from '../../http/implement.ts';
import { mayRead } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import { organizationApplications } from './organization-applications.ts';
import { organizationMembers } from './organization-members.ts';

export const organizations: Handlers<typeof rows> = {
  ...organizationMembers,
  ...organizationApplications,

  async list({ db, query, page, caller, sort = '-createdAt' }) {
    const { q, showFeatured } = query;
    const all = db
      .selectFrom('organizations')
      .selectAll()
      .where(isInReach(caller, 'organizations', 'id'))
      .$call(inOrder(sort));
    const search = q
      ? searchCondition({ search: [q] }, ['id', 'name'], { indexed: 'searchText' })
      : undefined;
    const found = search
      ? await searchInTime(() => fetchPage(all.where(isFoundIn('searchableOrganizations', search)), page))
      : await fetchPage(all, page);
    const items = found.items.map(presentOrganization);
    if (!showFeatured) return { ...found, items };
    const members = await membersOfOrganizations(
      db,
      items.map(({ id }) => id),
      { mayReadUsers: mayRead(caller, 'users') },
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
