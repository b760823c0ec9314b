import type {
  userIdentities as rows,
  SocialTokenSecret,
  SsoTokenSecret,
  TokenSecret,
} from '@gatehouse/contract/user-identities.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { forgetTokens, identitiesOf, setIdentity } from '../../domain/identities.ts';
import { findUser, presentUser, updateUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const userIdentities: Handlers<typeof rows> = {
  async readIdentity({ db, params, query }) {
    const identity = identitiesOf(await findUser(db, params.userId))[params.target];
    if (!identity) throw new RequestError('user.identity_not_exist');
    const secrets = await listSecrets(db, params.userId, query.includeTokenSecret);
    return { identity, tokenSecret: ofTarget(secrets, params.target) };
  },

  async updateIdentity({ tx, db, params, body, reply }) {
    const user = await findUser(db, params.userId, { isHeld: true });
    const updated = await setIdentity(tx, user, params.target, body);
    if (!Object.hasOwn(identitiesOf(user), params.target)) reply.code(201);
    return identitiesOf(updated);
  },

  async deleteIdentity({ tx, db, params }) {
    const user = await findUser(db, params.userId, { isHeld: true });
    const { [params.target]: removed, ...identities } = identitiesOf(user);
    if (!removed) throw new RequestError('user.identity_not_exist');
    await forgetTokens(tx.db, user.id, { target: params.target });
    return presentUser(await updateUser(tx, user.id, { identities }));
  },

  async readSsoIdentity({ db, params, query }) {
    await findUser(db, params.userId);
    const identities = await listSsoIdentities(db, params.userId);
    const ssoIdentity = identities.find(({ ssoConnectorId }) => ssoConnectorId === params.ssoConnectorId);
    if (!ssoIdentity) throw new RequestError('user.enterprise_sso_identity_not_exists');
    const secrets = await listSecrets(db, params.userId, query.includeTokenSecret);
    return { ssoIdentity, tokenSecret: ofConnector(secrets, params.ssoConnectorId) };
  },

  async listIdentities({ db, params, query }) {
    const user = await findUser(db, params.userId);
    const ssoIdentities = await listSsoIdentities(db, user.id);
    const secrets = await listSecrets(db, user.id, query.includeTokenSecret);
    return {
      socialIdentities: Object.entries(identitiesOf(user)).map(([target, identity]) => ({
        target,
        identity,
        tokenSecret: ofTarget(secrets, target),
      })),
      ssoIdentities: ssoIdentities.map(ssoIdentity => ({
        ssoConnectorId: ssoIdentity.ssoConnectorId,
        ssoIdentity,
        tokenSecret: ofConnector(secrets, ssoIdentity.ssoConnectorId),
      })),
    };
  },
};

export const listSsoIdentities = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('userSsoIdentities').selectAll().where('userId', '=', userId).orderBy('createdAt').execute();

/** The stored provider tokens of a user, on request. */
const listSecrets = async (db: Kysely<Tables>, userId: string, isAsked = false) => {
  if (!isAsked) return [];
  const rows = await db
    .selectFrom('secrets')
    .select(['tenantId', 'id', 'userId', 'type', 'metadata', 'identityId', 'createdAt', 'updatedAt'])
    .select(['connectorId', 'target', 'ssoConnectorId', 'issuer'])
    .where('userId', '=', userId)
    .execute();
  return rows.map(row => ({ ...row, metadata: row.metadata as TokenSecret['metadata'] }));
};

type Secrets = Awaited<ReturnType<typeof listSecrets>>;

const ofTarget = (secrets: Secrets, wanted: string) =>
  secrets.find(({ target }) => target === wanted) as SocialTokenSecret | undefined;

const ofConnector = (secrets: Secrets, id: string) =>
  secrets.find(({ ssoConnectorId }) => ssoConnectorId === id) as SsoTokenSecret | undefined;
