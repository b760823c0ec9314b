import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { Kysely } from 'kysely';
import type { Callback, SocialAccount } from '../connectors/connector.ts';
import { runConnector } from '../connectors/run.ts';
import { requestOf, type SocialSession } from '../connectors/social-session.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { openConfig } from '../domain/sealed-config.ts';
import { domainOf } from '../domain/sign-in/email-rules.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { beginOidc, finishOidc } from './oidc.ts';

export type SsoConnector = NonNullable<Awaited<ReturnType<typeof findSsoConnector>>>;

/** An enterprise connector, ready to be asked; nothing when there is none. */
export const findSsoConnector = async (db: Kysely<Tables>, vault: Vault, id: string) => {
  const row = await db.selectFrom('ssoConnectors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    providerName: row.providerName,
    protocol: ssoProviders[row.providerName as SsoProviderName],
    config: openConfig(vault, row.config),
    domains: row.domains.map(domain => domain.toLowerCase()),
  };
};

type Means = { vault: Vault; outgoing: Outgoing };

export const beginSso = (
  { vault, outgoing }: Means,
  connector: SsoConnector,
  session: SocialSession,
  loginHint?: string,
): Promise<string> =>
  runConnector(() => beginOidc(outgoing, connector, requestOf(vault, connector.id, session), loginHint));

export const finishSso = (
  { vault, outgoing }: Means,
  connector: SsoConnector,
  session: SocialSession,
  callback: Callback,
): Promise<{ issuer: string; account: SocialAccount }> =>
  runConnector(async () => {
    const request = requestOf(vault, connector.id, session);
    const { issuer, account } = await finishOidc(outgoing, connector, callback, request);
    return { issuer, account: { ...account, email: ownEmail(connector, account.email) } };
  });

/** An enterprise speaks for addresses of its own domains, and for no others. */
const ownEmail = ({ domains }: SsoConnector, email: string | undefined) =>
  email && (domains.length === 0 || domains.includes(domainOf(email))) ? email : undefined;
