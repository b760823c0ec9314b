import type { OutsideToken } from '@gatehouse/contract/account-outside.ts';
import type { TokenSet } from '../connectors/connector.ts';
import { runConnector } from '../connectors/run.ts';
import { findSocialConnector } from '../connectors/social-session.ts';
import type { Origin } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { signerOf } from '../domain/connector-signer.ts';
import { keepTokens } from '../domain/identities.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { renewOidcTokens } from './oidc.ts';
import { findSsoConnector } from './session.ts';

type Dependencies = { tenant: Tenant; origin: Origin; services: { vault: Vault; outgoing: Outgoing } };
type Source = { target: string } | { ssoConnectorId: string };

/** The token that a provider gave for a user. One that is too old is renewed, where the provider does that. */
export const readOutsideToken = async (
  dependencies: Dependencies,
  userId: string,
  source: Source,
): Promise<OutsideToken> => {
  const { tenant, origin, services } = dependencies;
  const secret = await tenant.database.read(db => {
    const own = db.selectFrom('secrets').selectAll().where('userId', '=', userId);
    return (
      'target' in source
        ? own.where('target', '=', source.target)
        : own.where('ssoConnectorId', '=', source.ssoConnectorId)
    ).executeTakeFirst();
  });
  if (!secret) throw new RequestError('secrets.third_party_token_set.token_not_found');
  const kept = JSON.parse(services.vault.open(secret.value)) as TokenSet;
  if (kept.expiresAt === undefined || kept.expiresAt > Date.now()) return presentTokens(kept);
  const renewed = await renew(dependencies, secret, kept).catch(() => undefined);
  if (!renewed) throw new RequestError('secrets.third_party_token_set.access_token_expired');
  const { identityId, connectorId, target, ssoConnectorId, issuer } = secret;
  const from = target
    ? { connectorId: connectorId ?? '', target }
    : { ssoConnectorId: ssoConnectorId ?? '', issuer: issuer ?? '' };
  await tenant.database.write(origin, tx =>
    keepTokens(tx, services.vault, { userId, identityId, ...from }, { ...kept, ...renewed }),
  );
  return presentTokens(renewed);
};

const renew = async (
  { tenant, services: { vault, outgoing } }: Dependencies,
  { connectorId, ssoConnectorId }: { connectorId: string | null; ssoConnectorId: string | null },
  { refreshToken }: TokenSet,
) => {
  if (!refreshToken) return undefined;
  const { social, enterprise } = await tenant.database.read(async db => ({
    social: connectorId ? await findSocialConnector(db, vault, connectorId) : undefined,
    enterprise: ssoConnectorId ? await findSsoConnector(db, vault, ssoConnectorId) : undefined,
  }));
  const sign = signerOf(tenant);
  return runConnector(() =>
    enterprise
      ? renewOidcTokens(outgoing, enterprise, refreshToken, sign)
      : social?.social.renewTokens?.(outgoing, social.config, refreshToken, sign),
  );
};

export const presentTokens = ({ accessToken, scope, tokenType, expiresAt }: TokenSet): OutsideToken => ({
  access_token: accessToken,
  scope,
  token_type: tokenType,
  ...(expiresAt === undefined
    ? {}
    : { expires_in: Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)) }),
});
