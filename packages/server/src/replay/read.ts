import { sql } from 'kysely';
import type { SignInFacts } from '../domain/sign-in/facts.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Admitted, SignIn } from './outcome.ts';
import type { Recorded, Rules } from './rules.ts';

const pageSize = 1000;

/** Sign-ins in the order of their IDs, which are random: those that come first are a sample of all. */
export async function* readSignIns({ database }: Tenant, from: number): AsyncGenerator<SignIn[]> {
  let last = '';
  for (;;) {
    const rows = await database.readAside(db =>
      db
        .selectFrom('signInFacts')
        .select(['signInId', 'stage', 'userId', 'applicationId', 'code', 'facts', 'createdAt'])
        .where('signInId', '>', last)
        .where('createdAt', '>=', from)
        .orderBy('signInId')
        .limit(pageSize)
        .execute(),
    );
    const groups = [...Map.groupBy(rows, ({ signInId }) => signInId)];
    // The last one may continue in the next page.
    const isFull = rows.length === pageSize;
    const whole = isFull && groups.length > 1 ? groups.slice(0, -1) : groups;
    yield whole.map(([id, decisions]) => ({ id, decisions: decisions.map(present).toSorted(byTime) }));
    if (!isFull) return;
    last = whole.at(-1)?.[0] ?? last;
  }
}

type Row = Omit<Recorded, 'stage' | 'facts' | 'at'> & { stage: string; facts: unknown; createdAt: number };

const present = ({ stage, facts, createdAt, userId, applicationId, code }: Row): Recorded => ({
  stage: stage as Recorded['stage'],
  facts: facts as SignInFacts,
  at: createdAt,
  userId,
  applicationId,
  code,
});

const byTime = (one: Recorded, other: Recorded) => one.at - other.at;

export const countDecisions = async ({ database }: Tenant, from: number) => {
  const { count } = await database.readAside(db =>
    db
      .selectFrom('signInFacts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('createdAt', '>=', from)
      .executeTakeFirstOrThrow(),
  );
  return count;
};

/** The users of each guarded application, among those who signed in to it, whom its rules admit now. */
export const readAdmitted = async (
  { database }: Tenant,
  { guarded }: Rules,
  from: number,
): Promise<Admitted> => {
  if (guarded.size === 0) return new Map();
  const rules = [...guarded].map(([id, { organizationRoleRules, ...others }]) => ({
    id,
    ...others,
    organizationRoles: organizationRoleRules.flatMap(({ organizationId, organizationRoleIds }) =>
      organizationRoleIds.map(roleId => `${organizationId} ${roleId}`),
    ),
  }));
  const { rows } = await database.readAside(db =>
    sql<{ applicationId: string; userId: string }>`
      select seen.application_id as "applicationId", seen.user_id as "userId" from (
        select distinct application_id, user_id from sign_in_facts
        where application_id = any(${[...guarded.keys()]}::text[]) and created_at >= ${new Date(from)}
          and user_id is not null
      ) seen
      join jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as rule (
        id text, "userIds" text[], "userRoleIds" text[], "organizationIds" text[], "organizationRoles" text[]
      ) on rule.id = seen.application_id
      where seen.user_id = any(rule."userIds")
        or exists (select from users_roles held where held.user_id = seen.user_id
          and held.role_id = any(rule."userRoleIds"))
        or exists (select from organization_users member where member.user_id = seen.user_id
          and member.organization_id = any(rule."organizationIds"))
        or exists (select from organization_user_roles held where held.user_id = seen.user_id
          and held.organization_id || ' ' || held.organization_role_id = any(rule."organizationRoles"))`.execute(
      db,
    ),
  );
  const byApplication = Map.groupBy(rows, ({ applicationId }) => applicationId);
  return new Map(
    [...byApplication].map(([id, admitted]) => [id, new Set(admitted.map(({ userId }) => userId))]),
  );
};
