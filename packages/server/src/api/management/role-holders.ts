import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { featuredUsers, readFeatured } from '../../domain/featured.ts';

/** For each role: how many users and applications hold it, and the first few of them. */
export const holdersOfRoles = async (
  db: Kysely<Tables>,
  roleIds: string[],
  { mayReadUsers }: { mayReadUsers: boolean },
) => {
  const users = await readFeatured(
    db,
    { table: 'usersRoles', owner: 'roleId', member: 'userId' },
    roleIds,
    featuredUsers(db, mayReadUsers),
  );
  const applications = await readFeatured(
    db,
    { table: 'applicationsRoles', owner: 'roleId', member: 'applicationId' },
    roleIds,
    ids => db.selectFrom('applications').select(['id', 'name', 'type']).where('id', 'in', ids).execute(),
  );
  return (roleId: string) => {
    const [people, machines] = [users(roleId), applications(roleId)];
    return {
      usersCount: people.total,
      featuredUsers: people.members,
      applicationsCount: machines.total,
      featuredApplications: machines.members,
    };
  };
};
