import type { users as rows } from '@gatehouse/contract/users.ts';
import { contains, fetchPage } from '../../domain/listing.ts';
import { RequestError } from '../../domain/request-error.ts';
import { presentUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';

export const users: Handlers<typeof rows> = {
  async list({ db, query, page }) {
    const { search, excludeRoleId, excludeOrganizationId } = query;
    const found = await fetchPage(
      db
        .selectFrom('users')
        .selectAll()
        .$if(Boolean(search), q =>
          q.where(contains(['id', 'username', 'primaryEmail', 'primaryPhone', 'name'], search ?? '')),
        )
        .$if(excludeRoleId !== undefined, q =>
          q.where('id', 'not in', eb =>
            eb
              .selectFrom('usersRoles')
              .select('userId')
              .where('roleId', '=', excludeRoleId ?? ''),
          ),
        )
        .$if(excludeOrganizationId !== undefined, q =>
          q.where('id', 'not in', eb =>
            eb
              .selectFrom('organizationUsers')
              .select('userId')
              .where('organizationId', '=', excludeOrganizationId ?? ''),
          ),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      page,
    );
    return { ...found, items: found.items.map(presentUser) };
  },

  async read({ db, params, query }) {
    const user = await db.selectFrom('users').selectAll().where('id', '=', params.userId).executeTakeFirst();
    if (!user)
      throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id: params.userId } });
    return { ...presentUser(user), ...(query.includeSsoIdentities ? { ssoIdentities: [] } : {}) };
  },
};
