import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';

const featured = 3;

/** For each role: how many users and applications hold it, and the first few of them. Two queries for a whole page. */
export const holdersOfRoles = async (db: Kysely<Tables>, roleIds: string[]) => {
  if (roleIds.length === 0) return () => summarize([], []);
  const users = await db
    .selectFrom(
      db
        .selectFrom('usersRoles')
        .select(['roleId', 'userId', position, total])
        .where('roleId', 'in', roleIds)
        .as('held'),
    )
    .innerJoin('users', 'users.id', 'held.userId')
    .select(['held.roleId', 'held.total', 'users.id', 'users.avatar', 'users.name'])
    .where('held.position', '<=', featured)
    .execute();
  const applications = await db
    .selectFrom(
      db
        .selectFrom('applicationsRoles')
        .select(['roleId', 'applicationId', position, total])
        .where('roleId', 'in', roleIds)
        .as('held'),
    )
    .innerJoin('applications', 'applications.id', 'held.applicationId')
    .select(['held.roleId', 'held.total', 'applications.id', 'applications.name', 'applications.type'])
    .where('held.position', '<=', featured)
    .execute();
  return (roleId: string) =>
    summarize(
      users.filter(user => user.roleId === roleId),
      applications.filter(application => application.roleId === roleId),
    );
};

const position = sql<number>`row_number() over (partition by role_id)`.as('position');
const total = sql<number>`count(*) over (partition by role_id)`.as('total');

type Counted<Holder> = (Holder & { total: number })[];

const summarize = (
  users: Counted<{ id: string; avatar: string | null; name: string | null }>,
  applications: Counted<{ id: string; name: string; type: string }>,
) => ({
  usersCount: users[0]?.total ?? 0,
  featuredUsers: users.map(({ id, avatar, name }) => ({ id, avatar, name })),
  applicationsCount: applications[0]?.total ?? 0,
  featuredApplications: applications.map(({ id, name, type }) => ({ id, name, type })),
});
