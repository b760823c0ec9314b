import type { userIdentities as rows } from '@gatehouse/contract/user-identities.ts';
import type { identities as identitiesSchema } from '@gatehouse/contract/users.ts';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../domain/request-error.ts';
import { findUser, presentUser, type UserRow, updateUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';

type Identities = z.infer<typeof identitiesSchema>;

export const userIdentities: Handlers<typeof rows> = {
  async readIdentity({ db, params }) {
    const identity = identitiesOf(await findUser(db, params.userId))[params.target];
    if (!identity) throw new RequestError('user.identity_not_exist');
    return { identity };
  },

  async updateIdentity({ tx, db, params, body, reply }) {
    const user = await findUser(db, params.userId);
    await requireFreeIdentity(db, user.id, params.target, body.userId);
    const before = identitiesOf(user);
    const identities = { ...before, [params.target]: body };
    await updateUser(tx, user.id, { identities });
    if (!Object.hasOwn(before, params.target)) reply.code(201);
    return identities;
  },

  async deleteIdentity({ tx, db, params }) {
    const user = await findUser(db, params.userId);
    const { [params.target]: removed, ...identities } = identitiesOf(user);
    if (!removed) throw new RequestError('user.identity_not_exist');
    return presentUser(await updateUser(tx, user.id, { identities }));
  },

  async readSsoIdentity({ db, params }) {
    await findUser(db, params.userId);
    const identities = await listSsoIdentities(db, params.userId);
    const ssoIdentity = identities.find(({ ssoConnectorId }) => ssoConnectorId === params.ssoConnectorId);
    if (!ssoIdentity) throw new RequestError('user.enterprise_sso_identity_not_exists');
    return { ssoIdentity };
  },

  async listIdentities({ db, params }) {
    const user = await findUser(db, params.userId);
    const ssoIdentities = await listSsoIdentities(db, user.id);
    return {
      socialIdentities: Object.entries(identitiesOf(user)).map(([target, identity]) => ({
        target,
        identity,
      })),
      ssoIdentities: ssoIdentities.map(ssoIdentity => ({
        ssoConnectorId: ssoIdentity.ssoConnectorId,
        ssoIdentity,
      })),
    };
  },
};

export const listSsoIdentities = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('userSsoIdentities').selectAll().where('userId', '=', userId).orderBy('createdAt').execute();

const identitiesOf = ({ identities }: UserRow) => identities as Identities;

/** An account elsewhere belongs to one user. The lock makes two requests for the same account come one after the other. */
const requireFreeIdentity = async (
  db: Kysely<Tables>,
  userId: string,
  target: string,
  identityUserId: string,
) => {
  const identity = JSON.stringify({ [target]: { userId: identityUserId } });
  await sql`select pg_advisory_xact_lock(hashtextextended(${identity}, 0))`.execute(db);
  const holder = await db
    .selectFrom('searchableUsers')
    .select('id')
    .where(sql<boolean>`identities @> ${identity}::jsonb`)
    .where('id', '<>', userId)
    .executeTakeFirst();
  if (holder) throw new RequestError('user.identity_already_in_use');
};
