import type { linkForUserBody } from '@gatehouse/contract/user-identities.ts';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { beginSocial, findSocialConnector, finishSocial } from '../connectors/social-session.ts';
import type { Tables } from '../database/tables.ts';
import { signerOf } from '../domain/connector-signer.ts';
import { identitiesOf, keepTokens, linkIdentity } from '../domain/identities.ts';
import type { UserRow } from '../domain/user-row.ts';
import { nameOfUser, presentUser } from '../domain/users.ts';
import type { RequestContext } from '../http/implement.ts';
import { RequestError } from '../request-error.ts';

type Context = Pick<RequestContext<never>, 'tenant' | 'services' | 'origin'>;
type Tenant = Pick<Context, 'tenant' | 'services'>;

/**
 * Also finds connectors that the sign-in pages do not show. To block a connector, delete it. The dialect answers 404 for
 * a connector that does not exist, and 422 where an account of it is linked.
 */
export const requireSocialConnector = async (
  { tenant, services }: Tenant,
  id: string,
  status: 404 | 422 = 404,
) => {
  const connector = await tenant.database.read(db => findSocialConnector(db, services.vault, id));
  if (!connector)
    throw new RequestError('session.invalid_connector_id', { data: { connectorId: id }, status });
  return connector;
};

/** Returns the provider's authorization URL for linking an account. Only the same owner can finish it. */
export const beginLink = async (
  context: Tenant,
  owner: string,
  { connectorId, state, redirectUri }: { connectorId: string; state: string; redirectUri: string },
) =>
  beginSocial(context.services, await requireSocialConnector(context, connectorId), {
    owner,
    state,
    redirectUri,
  });

/** Links the account that the provider has sent back, outside of a sign-in. The caller decides whether the user may be linked. */
export const finishLink = async (
  { tenant, services, origin }: Context,
  { owner, holdUser }: { owner: string; holdUser(db: Kysely<Tables>): Promise<UserRow> },
  { connectorId, connectorData }: z.infer<typeof linkForUserBody>,
) => {
  const connector = await requireSocialConnector({ tenant, services }, connectorId, 422);
  const { state = '', redirectUri = '' } = connectorData;
  const session = { owner, state, redirectUri };
  const dependencies = { ...services, sign: signerOf(tenant) };
  const { tokens, ...account } = await finishSocial(dependencies, connector, session, connectorData);
  const { target } = connector;
  return tenant.database.write(origin, async tx => {
    const user = await linkIdentity(tx, await holdUser(tx.db), target, account);
    if (tokens && connector.enableTokenStorage)
      await keepTokens(
        tx,
        services.vault,
        { userId: user.id, identityId: account.id, connectorId, target },
        tokens,
      );
    tx.object('user', user.id, nameOfUser(user));
    tx.emit('User.Data.Updated', presentUser(user));
    return identitiesOf(user);
  });
};
