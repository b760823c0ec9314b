import { isEmail } from '@gatehouse/contract/patterns.ts';
import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { Kysely } from 'kysely';
import { type JsonObject, textOf } from '../connectors/answers.ts';
import { type Callback, ConnectorError } from '../connectors/connector.ts';
import { runConnector } from '../connectors/run.ts';
import { openConfig } from '../connectors/sealed-config.ts';
import { requestOf, type SocialSession } from '../connectors/social-session.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { signerOf } from '../domain/connector-signer.ts';
import type { Tenant } from '../domain/tenant.ts';
import { domainOf } from '../email-addresses.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { isUnsolicited, type Taken, takeAssertion } from './assertions.ts';
import { findSigningKey } from './keys.ts';
import { beginOidc, finishOidc } from './oidc.ts';

export type SsoConnector = NonNullable<Awaited<ReturnType<typeof findSsoConnector>>>;

/** An enterprise connector, ready to be asked; nothing when there is none. */
export const findSsoConnector = async (db: Kysely<Tables>, vault: Vault, id: string) => {
  const row = await db.selectFrom('ssoConnectors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    name: row.connectorName,
    providerName: row.providerName,
    protocol: ssoProviders[row.providerName as SsoProviderName],
    config: openConfig(vault, row.config),
    domains: row.domains.map(domain => domain.toLowerCase()),
    idpInitiated: row.idpInitiatedAuthConfig,
  };
};

type Dependencies = { tenant: Tenant; services: { vault: Vault; outgoing: Outgoing } };

/** Input from the browser: the user hint, and the assertion of an IdP-initiated sign-in. */
type Brought = { loginHint?: string; unsolicited?: string };

export const beginSso = (
  { tenant, services: { vault, outgoing } }: Dependencies,
  connector: SsoConnector,
  session: SocialSession,
  { loginHint, unsolicited }: Brought,
): Promise<string> =>
  runConnector(async () => {
    const request = requestOf(vault, connector.id, session);
    if (connector.protocol === 'oidc') return beginOidc(outgoing, connector, request, loginHint);
    const { state, redirectUri, isFresh } = session;
    if (unsolicited && (await isUnsolicited(tenant, connector.id, { id: unsolicited, isFresh })))
      return `${redirectUri}?${new URLSearchParams({ state, assertion: unsolicited })}`;
    const { beginSaml, serviceProviderOf } = await import('./saml.ts');
    return beginSaml(outgoing, connector.config, serviceProviderOf(tenant.endpoint, connector.id), {
      requestId: requestIdOf(request),
      state,
      isFresh,
      key: isSigned(connector.config) ? await requireSigningKey(tenant, vault, connector.id) : undefined,
    });
  });

export const finishSso = (
  { tenant, services: { vault, outgoing } }: Dependencies,
  connector: SsoConnector,
  session: SocialSession,
  callback: Callback,
  { unsolicited }: Brought,
): Promise<Taken> =>
  runConnector(async () => {
    const request = requestOf(vault, connector.id, session);
    const finish = async (): Promise<Taken> => {
      if (connector.protocol === 'oidc')
        return finishOidc(outgoing, connector, callback, { ...request, sign: signerOf(tenant) });
      const id = textOf(callback.assertion);
      if (!id) throw new ConnectorError('insufficient_request_parameters', 'There is no assertion.');
      const isBegunThere = id === unsolicited && connector.idpInitiated !== null;
      const requestId = isBegunThere ? undefined : requestIdOf(request);
      return takeAssertion(tenant, connector.id, { id, requestId, isFresh: request.isFresh });
    };
    const { account, ...taken } = await finish();
    return { ...taken, account: { ...account, email: ownEmail(connector, account.email) } };
  });

/** A provider that wants signed requests refuses others: better to say here what is missing. */
const requireSigningKey = async (tenant: Tenant, vault: Vault, connectorId: string) => {
  const key = await findSigningKey(tenant, vault, connectorId);
  if (!key) throw new ConnectorError('invalid_config', 'There is no active key to sign requests with.');
  return key;
};

/** An id of XML begins with no digit. */
const requestIdOf = ({ nonce }: { nonce: string }) => `_${nonce}`;

export const isSigned = ({ signAuthnRequest }: JsonObject) => signAuthnRequest === true;

/** An enterprise speaks for addresses of its own domains, and for no others. One without domains speaks for none. */
const ownEmail = ({ domains }: SsoConnector, email: string | undefined) =>
  email && isEmail(email) && domains.includes(domainOf(email)) ? email : undefined;
