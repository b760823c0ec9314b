import type { meSocial as rows } from '@gatehouse/contract/me-social.ts';
import type { Kysely } from 'kysely';
import { findFactory } from '../../connectors/catalogue.ts';
import type { Tables } from '../../database/tables.ts';
import { forgetTokens } from '../../domain/identities.ts';
import { requireWayIn } from '../../domain/sign-in/ways-in.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { updateUser } from '../../domain/users.ts';
import type { Caller } from '../../http/authenticate.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { beginLink, finishLink } from '../link-identity.ts';
import { findMe, holdPresent, requirePresence } from './signed-in.ts';

/** Direct: asking a provider must not hold a transaction. */
export const meSocial = ownTransactions<typeof rows>({
  async listConnectors({ tenant }) {
    const { socialSignInConnectorTargets: targets } = await tenant.cached.signInExperience();
    const connectors = await tenant.database.read(listSocialConnectors);
    return targets.flatMap(target => connectors.filter(connector => connector.target === target));
  },

  async createAuthorizationUri({ tenant, services, caller, body }) {
    await checkPresence({ tenant, caller });
    return { redirectTo: await beginLink({ tenant, services }, ownerOf(caller), body) };
  },

  async linkIdentity({ tenant, services, caller, origin, body }) {
    await checkPresence({ tenant, caller });
    // Again in the end: a provider takes its time, in which the session may have ended.
    const holdUser = (db: Kysely<Tables>) => holdPresent(db, caller);
    await finishLink({ tenant, services, origin }, { owner: ownerOf(caller), holdUser }, body);
  },

  async unlinkIdentity({ tenant, caller, origin, params }) {
    const configuration = await tenant.cached.signInConfiguration();
    await tenant.database.write(origin, async tx => {
      const me = await holdPresent(tx.db, caller);
      const connectors = await listSocialConnectors(tx.db);
      const target = connectors.find(({ id }) => id === params.connectorId)?.target ?? '';
      const { [target]: removed, ...identities } = me.identities;
      if (!removed) throw new RequestError('user.identity_not_exist');
      await requireWayIn(tx.db, configuration, { ...me, identities });
      await forgetTokens(tx.db, me.id, { target });
      await updateUser(tx, me.id, { identities });
      tx.object('user', me.id, me.username ?? undefined);
    });
  },
});

/** A linked account signs in from then on, which takes the proof that a new email address takes. */
const checkPresence = ({ tenant, caller }: { tenant: Tenant; caller: Caller }) =>
  tenant.database.read(async db => {
    const me = await findMe(db, caller);
    await requirePresence(db, me, caller);
  });

/** Links are bound to the administrator who started them. */
const ownerOf = ({ id }: Caller) => `me ${id}`;

const listSocialConnectors = async (db: Kysely<Tables>) => {
  const connectors = await db.selectFrom('connectors').selectAll().orderBy('id').execute();
  return connectors.flatMap(({ id, connectorId, metadata }) => {
    const factory = findFactory(connectorId)?.metadata;
    if (factory?.type !== 'Social') return [];
    const { target, platform, name, logo, logoDark } = { ...factory, ...metadata };
    return [{ id, target, platform, name, logo, logoDark }];
  });
};
