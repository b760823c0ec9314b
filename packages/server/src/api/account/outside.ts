import type { accountOutside as rows } from '@gatehouse/contract/account-outside.ts';
import type { TokenSet } from '../../connectors/connector.ts';
import { findSocialConnector } from '../../connectors/social-session.ts';
import {
  forgetTokens,
  identitiesOf,
  keepTokens,
  linkIdentity,
  noticeSsoAccount,
} from '../../domain/identities.ts';
import { requireWayIn } from '../../domain/sign-in/ways-in.ts';
import { presentUser } from '../../domain/users.ts';
import { forgetRecord, requireProvenAccount } from '../../domain/verification-records.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { presentTokens, readOutsideToken } from '../../sso/outside-tokens.ts';
import { listSsoIdentities } from '../management/user-identities.ts';
import { type AccountContext, changeAccount, openAccount, requireProof } from './open-account.ts';

/** Direct: asking a provider for a new token must not hold a transaction. */
export const outside = ownTransactions<typeof rows>({
  linkIdentity: context => linkProven(context, { replaces: false }),

  replaceIdentity: context => linkProven(context, { replaces: true }),

  async readToken(context) {
    await requireOwnTokens(context);
    return readOutsideToken(context, context.caller.id, { target: context.params.target });
  },

  async readSsoToken(context) {
    await requireOwnTokens(context);
    return readOutsideToken(context, context.caller.id, { ssoConnectorId: context.params.ssoConnectorId });
  },

  async replaceToken(context) {
    const { tenant, origin, services, body, params } = context;
    return tenant.database.write(origin, async tx => {
      const { user, requireVisible } = await openAccount({ ...context, db: tx.db });
      requireVisible('social');
      const { target, connectorId, account, tokens } = await requireProvenAccount(
        tx.db,
        user.id,
        body.verificationRecordId,
      );
      if (target !== params.target)
        throw new RequestError('verification_record.social_verification.invalid_target');
      if (!tokens) throw new RequestError('verification_record.social_verification.token_response_not_found');
      if (identitiesOf(user)[target]?.userId !== account.id)
        throw new RequestError('user.identity_not_exists_in_current_user');
      const given = JSON.parse(services.vault.open(tokens)) as TokenSet;
      const source = { userId: user.id, identityId: account.id, connectorId, target };
      await keepTokens(tx, services.vault, source, given);
      await forgetRecord(tx.db, body.verificationRecordId);
      return presentTokens(given);
    });
  },

  async deleteIdentity(context) {
    const { tenant, params } = context;
    const configuration = await tenant.cached.signInConfiguration();
    await changeAccount(context, async ({ db, open }) => {
      open.requireEditable('social');
      await requireProof({ ...context, db, user: open.user });
      const { [params.target]: removed, ...identities } = open.user.identities;
      if (!removed) throw new RequestError('user.identity_not_exist');
      await requireWayIn(db, configuration, { ...open.user, identities });
      await forgetTokens(db, open.user.id, params);
      return { identities };
    });
  },

  listSsoIdentities: context =>
    context.tenant.database.read(async db => {
      const { user, requireVisible } = await openAccount({ ...context, db });
      requireVisible('social');
      return listSsoIdentities(db, user.id);
    }),

  async deleteSsoIdentity(context) {
    const { tenant, params } = context;
    const configuration = await tenant.cached.signInConfiguration();
    await changeAccount(context, async ({ tx, db, open }) => {
      open.requireEditable('social');
      await requireProof({ ...context, db, user: open.user });
      const { numDeletedRows } = await db
        .deleteFrom('userSsoIdentities')
        .where('userId', '=', open.user.id)
        .where('ssoConnectorId', '=', params.ssoConnectorId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new RequestError('user.enterprise_sso_identity_not_exists');
      await requireWayIn(db, configuration, open.user);
      await forgetTokens(db, open.user.id, params);
      await noticeSsoAccount(tx, open.user, 'AccountUnlinked', params.ssoConnectorId);
      return {};
    });
  },
});

/** An application that acts for the user by an exchanged token does not act for them at other providers. */
const requireOwnTokens = (context: AccountContext) =>
  context.tenant.database.read(async db => {
    const { user, requireVisible } = await openAccount({ ...context, db });
    requireVisible('social');
    if (context.caller.isExchanged) await requireProof({ ...context, db, user });
  });

/** Links a verified social or enterprise account, with its tokens if the tenant stores them. */
const linkProven = async (
  context: AccountContext & { body: { newIdentifierVerificationRecordId: string } },
  { replaces }: { replaces: boolean },
) => {
  const { tenant, origin, services } = context;
  const { newIdentifierVerificationRecordId: recordId } = context.body;
  await tenant.database.write(origin, async tx => {
    const { user, requireEditable } = await openAccount({ ...context, db: tx.db, isHeld: true });
    requireEditable('social');
    await requireProof({ ...context, db: tx.db, user });
    const { target, connectorId, account, tokens } = await requireProvenAccount(tx.db, user.id, recordId);
    const known = identitiesOf(user)[target];
    const isAnother = known !== undefined && known.userId !== account.id;
    if (isAnother && !replaces) throw new RequestError('user.identity_already_in_use');
    const linked = await linkIdentity(tx, user, target, account);
    const connector = await findSocialConnector(tx.db, services.vault, connectorId);
    if (tokens && connector?.enableTokenStorage) {
      const source = { userId: user.id, identityId: account.id, connectorId, target };
      await keepTokens(tx, services.vault, source, JSON.parse(services.vault.open(tokens)) as TokenSet);
    }
    await forgetRecord(tx.db, recordId);
    tx.object('user', linked.id);
    tx.emit('User.Data.Updated', presentUser(linked));
  });
};
