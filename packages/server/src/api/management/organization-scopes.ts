import { generateId } from '@gatehouse/contract/ids.ts';
import type { organizationScopes as rows } from '@gatehouse/contract/organization-scopes.ts';
import { contains, fetchPage } from '../../domain/listing.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const organizationScopes: Handlers<typeof rows> = {
  list: ({ db, query, page }) =>
    fetchPage(
      db
        .selectFrom('organizationScopes')
        .selectAll()
        .$if(Boolean(query.q), list => list.where(contains(['name'], query.q ?? '')))
        .orderBy('name'),
      page,
    ),

  create: ({ tx, body }) => tx.insert('organizationScopes', { id: generateId(), ...body }),

  async read({ db, params }) {
    const scope = await db
      .selectFrom('organizationScopes')
      .selectAll()
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!scope)
      throw new RequestError('entity.not_exists_with_id', {
        data: { name: 'organization scope', id: params.id },
      });
    return scope;
  },

  async update({ tx, params, body }) {
    const scope = await tx.update('organizationScopes', { id: params.id }, body);
    if (!scope) throw new RequestError('entity.not_exists');
    return scope;
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('organizationScopes', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};
