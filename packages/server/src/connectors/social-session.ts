import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { RequestError } from '../request-error.ts';
import { findFactory } from './catalogue.ts';
import type { AuthorizationRequest, Callback, Sign, SocialAccount } from './connector.ts';
import { runConnector } from './run.ts';
import { openConfig } from './sealed-config.ts';

export type SocialConnector = NonNullable<Awaited<ReturnType<typeof findSocialConnector>>>;

/** A social connector that a tenant has set up, ready to be asked; nothing when there is none. */
export const findSocialConnector = async (db: Kysely<Tables>, vault: Vault, id: string) => {
  const row = await db.selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const factory = findFactory(row.connectorId);
  if (!factory?.social) throw new RequestError('connector.unexpected_type');
  return {
    id: row.id,
    target: String(row.metadata.target ?? factory.metadata.target),
    social: factory.social,
    config: openConfig(vault, row.config),
    syncProfile: row.syncProfile,
    enableTokenStorage: row.enableTokenStorage,
  };
};

/** The session that starts a social or enterprise sign-in, its parameters, and where the browser returns. */
export type SocialSession = Pick<
  AuthorizationRequest,
  'state' | 'redirectUri' | 'isGivenElsewhere' | 'isFresh'
> & { owner: string };

type Dependencies = { vault: Vault; outgoing: Outgoing };

/**
 * The secret of a social sign-in is derived from public values with our key. Nothing has to be stored, and a response
 * for another session fails at the provider.
 */
export const requestOf = (
  vault: Vault,
  connectorId: string,
  session: SocialSession,
): AuthorizationRequest => {
  const { owner, state, redirectUri, isGivenElsewhere, isFresh } = session;
  const mark = (use: string) =>
    vault.mark(JSON.stringify([use, owner, connectorId, state, redirectUri])).toString('base64url');
  return {
    state,
    redirectUri,
    isGivenElsewhere,
    isFresh,
    nonce: mark('social-nonce'),
    codeVerifier: mark('social-verifier'),
  };
};

/** The session of a prompt that the provider shows on our page. There is no authorization request and no redirect. */
export const promptSession = (owner: string): SocialSession => ({ owner, state: '', redirectUri: '' });

export const beginSocial = (
  { vault, outgoing }: Dependencies,
  { id, social, config }: SocialConnector,
  session: SocialSession,
): Promise<string> =>
  runConnector(() => social.authorizationUri(outgoing, config, requestOf(vault, id, session)));

export const finishSocial = (
  { vault, outgoing, sign }: Dependencies & { sign: Sign },
  { id, social, config }: SocialConnector,
  session: SocialSession,
  callback: Callback,
): Promise<SocialAccount> =>
  runConnector(() =>
    social.readAccount(outgoing, config, callback, { ...requestOf(vault, id, session), sign }),
  );
