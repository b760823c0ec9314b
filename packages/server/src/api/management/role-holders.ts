import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { readFeatured } from '../../domain/featured.ts';

/** For each role: how many users and applications hold it, and the first few of them. */
export const holdersOfRoles = async (db: Kysely<Tables>, roleIds: string[]) => {
  const users = await readFeatured(
    db,
    { table: 'usersRoles', owner: 'roleId', member: 'userId' },
    roleIds,
    ids => db.selectFrom('users').select(['id', 'avatar', 'name']).where('id', 'in', ids).execute(),
  );
  const applications = await readFeatured(
    db,
    { table: 'applicationsRoles', owner: 'roleId', member: 'applicationId' },
    roleIds,
    ids => db.selectFrom('applications').select(['id', 'name', 'type']).where('id', 'in', ids).execute(),
  );
  return (roleId: string) => {
    const [{ total: usersCount, members: featuredUsers }, held] = [users(roleId), applications(roleId)];
    return { usersCount, featuredUsers, applicationsCount: held.total, featuredApplications: held.members };
  };
};
