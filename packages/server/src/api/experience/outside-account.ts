import { generateId } from '@gatehouse/contract/ids.ts';
import type { TokenSet } from '../../connectors/connector.ts';
import type { Write } from '../../database/database.ts';
import type { Vault } from '../../database/vault.ts';
import {
  identitiesOf,
  identityOf,
  keepTokens,
  linkIdentity,
  noticeSsoAccount,
  type OutsideAccount,
  requireFreeIdentity,
} from '../../domain/identities.ts';
import { joinOrganizations } from '../../domain/provisioning.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { updateUser } from '../../domain/users.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import { isOutside, type OutsideVerification, outsideOf } from '../../oidc/outside-proof.ts';

const nameLength = 128;
const avatarLength = 2048;

/** The profile of a new user, taken from a social or enterprise account. */
export const columnsOfAccount = async (
  tx: Write,
  verification: OutsideVerification,
  brings: { email?: string; phone?: string },
) => {
  const { account } = verification;
  if (!account) return {};
  if (verification.type === 'Social') await requireFreeIdentity(tx.db, verification.target, account.id);
  return {
    ...shownProfileOf(account),
    ...(brings.email ? { primaryEmail: brings.email, isEmailVerified: true } : {}),
    ...(brings.phone ? { primaryPhone: brings.phone, isPhoneVerified: true } : {}),
    ...(verification.type === 'Social' ? { identities: { [verification.target]: identityOf(account) } } : {}),
  };
};

const shownProfileOf = ({ name, avatar }: OutsideAccount) => ({
  ...(name ? { name: name.slice(0, nameLength) } : {}),
  ...(avatar && avatar.length <= avatarLength ? { avatar } : {}),
});

/** Once everything is proven: the account that the user came by, and one that was added on the way. */
export const settleAccounts = async (
  tx: Write,
  vault: Vault,
  user: UserRow,
  state: ExperienceState,
): Promise<UserRow> => {
  const added = state.verifications.filter(isOutside).find(({ id }) => id === state.profile.social);
  let settled = user;
  for (const verification of new Set([outsideOf(state), added]))
    if (verification) settled = await settleAccount(tx, vault, settled, verification);
  return settled;
};

/** The account is linked, what is known of it is brought up to date, its tokens are kept. */
const settleAccount = async (
  tx: Write,
  vault: Vault,
  user: UserRow,
  verification: OutsideVerification,
): Promise<UserRow> => {
  if (!verification.account) return user;
  const settings = await settingsOf(tx, verification);
  if (!settings) return user;
  const { account } = verification;
  const linked =
    verification.type === 'Social'
      ? await settleSocial(tx, user, verification.target, account)
      : await settleSso(tx, user, verification, account);
  if (verification.tokens && settings.enableTokenStorage)
    await keepTokens(
      tx,
      vault,
      { userId: user.id, identityId: account.id, ...sourceOf(verification) },
      JSON.parse(vault.open(verification.tokens)) as TokenSet,
    );
  const shown = shownProfileOf(account);
  return settings.syncProfile && Object.keys(shown).length ? updateUser(tx, user.id, shown) : linked;
};

const settleSocial = async (tx: Write, user: UserRow, target: string, account: OutsideAccount) => {
  const known = identitiesOf(user)[target];
  const isSame = JSON.stringify(known) === JSON.stringify(identityOf(account));
  return isSame ? user : linkIdentity(tx, user, target, account);
};

type SsoVerification = Extract<OutsideVerification, { type: 'EnterpriseSso' }>;

const settleSso = async (
  tx: Write,
  user: UserRow,
  { connectorId, issuer = '' }: SsoVerification,
  account: OutsideAccount,
) => {
  const known = await tx.db
    .updateTable('userSsoIdentities')
    .set({ detail: { ...account }, updatedAt: Date.now(), ssoConnectorId: connectorId })
    .where('userId', '=', user.id)
    .where('issuer', '=', issuer)
    .where('identityId', '=', account.id)
    .returning('id')
    .execute();
  if (known.length > 0) return user;
  await addSsoIdentity(tx, user.id, { connectorId, issuer, account });
  await noticeSsoAccount(tx, user, 'AccountLinked', connectorId);
  return user;
};

/** At the first enterprise sign-in, a user joins the organizations that provision users of this connector. */
export const addSsoIdentity = async (
  tx: Write,
  userId: string,
  { connectorId, issuer, account }: { connectorId: string; issuer: string; account: OutsideAccount },
) => {
  await tx.insert('userSsoIdentities', {
    id: generateId(),
    userId,
    issuer,
    identityId: account.id,
    ssoConnectorId: connectorId,
    detail: { ...account },
  });
  const organizations = await tx.db
    .selectFrom('organizationJitSsoConnectors')
    .select('organizationId')
    .where('ssoConnectorId', '=', connectorId)
    .execute();
  await joinOrganizations(
    tx,
    userId,
    organizations.map(({ organizationId }) => organizationId),
  );
};

const sourceOf = (verification: OutsideVerification) =>
  verification.type === 'Social'
    ? { connectorId: verification.connectorId, target: verification.target }
    : { ssoConnectorId: verification.connectorId, issuer: verification.issuer ?? '' };

const settingsOf = (tx: Write, { type, connectorId }: OutsideVerification) =>
  tx.db
    .selectFrom(type === 'Social' ? 'connectors' : 'ssoConnectors')
    .select(['syncProfile', 'enableTokenStorage'])
    .where('id', '=', connectorId)
    .executeTakeFirst();
