import type { meSocial as rows } from '@gatehouse/contract/me-social.ts';
import type { Kysely } from 'kysely';
import { findFactory } from '../../connectors/catalogue.ts';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../domain/request-error.ts';
import { requireWayIn } from '../../domain/sign-in/ways-in.ts';
import { updateUser } from '../../domain/users.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import { findMe } from './signed-in.ts';

/** Direct: asking a provider must not hold a transaction. */
export const meSocial: DirectHandlers<typeof rows> = {
  async listConnectors({ tenant }) {
    const { socialSignInConnectorTargets: targets } = await tenant.cached.signInExperience();
    const connectors = await tenant.database.read(listSocialConnectors);
    return targets.flatMap(target => connectors.filter(connector => connector.target === target));
  },

  createAuthorizationUri: ({ tenant, body }) =>
    tenant.database.read(db => refuseConnector(db, body.connectorId)),

  linkIdentity: ({ tenant, body }) => tenant.database.read(db => refuseConnector(db, body.connectorId)),

  async unlinkIdentity({ tenant, caller, origin, params }) {
    const configuration = await tenant.cached.signInConfiguration();
    await tenant.database.write(origin, async tx => {
      const me = await findMe(tx.db, caller);
      const connectors = await listSocialConnectors(tx.db);
      const target = connectors.find(({ id }) => id === params.connectorId)?.target ?? '';
      const { [target]: removed, ...identities } = me.identities;
      if (!removed) throw new RequestError('user.identity_not_exist');
      await requireWayIn(tx.db, configuration, { ...me, identities });
      await updateUser(tx, me.id, { identities });
      tx.object('user', me.id, me.username ?? undefined);
    });
  },
};

const listSocialConnectors = async (db: Kysely<Tables>) => {
  const connectors = await db.selectFrom('connectors').selectAll().orderBy('id').execute();
  return connectors.flatMap(({ id, connectorId, metadata }) => {
    const factory = findFactory(connectorId)?.metadata;
    if (factory?.type !== 'Social') return [];
    const { target, platform, name, logo, logoDark } = { ...factory, ...metadata };
    return [{ id, target, platform, name, logo, logoDark }];
  });
};

/** No connector of the catalogue asks a provider yet, so none can begin or finish to link an account. */
const refuseConnector = async (db: Kysely<Tables>, id: string): Promise<never> => {
  const connector = await db
    .selectFrom('connectors')
    .select('connectorId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!connector) throw new RequestError('session.invalid_connector_id');
  const isSocial = findFactory(connector.connectorId)?.metadata.type === 'Social';
  throw new RequestError(isSocial ? 'connector.not_implemented' : 'connector.unexpected_type');
};
