import { minuteMs } from '@gatehouse/contract/duration.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import { ConnectorError, type SocialAccount } from '../connectors/connector.ts';
import { isTooOld, requireFreshAt } from '../connectors/social/freshness.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Tenant } from '../domain/tenant.ts';
import { readCookie } from '../http/cookie-names.ts';
import type { Assertion } from './saml.ts';
import { samlFailure } from './saml-failures.ts';
import type { SamlSession } from './saml-session.ts';

/** Carries what an identity provider has said unasked to the sign-in that follows. */
export const unsolicitedCookie = '_sso_assertion';

const origin = systemOrigin('saml-assertions');

/** Writes down what an identity provider has said, for the browser that comes back with the id. Said twice, it is refused. */
export const keepAssertion = async (
  tenant: Tenant,
  connectorId: string,
  { assertionId, inResponseTo, issuer, expiresAt, account, samlSession, authenticatedAt }: Assertion,
): Promise<string> => {
  const kept = await tenant.database.write(origin, ({ db }) =>
    db
      .insertInto('ssoAssertions')
      .values({
        id: generateSecret(),
        connectorId,
        assertionId,
        inResponseTo: inResponseTo ?? null,
        issuer,
        account: { ...account },
        session: samlSession ?? null,
        authenticatedAt: authenticatedAt ?? null,
        expiresAt,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  if (!kept) throw samlFailure('replayed', `The assertion ${assertionId} was already used.`);
  return kept.id;
};

/** A browser has a few minutes to come back. */
const returnMs = 10 * minuteMs;

/** Whether an IdP-initiated sign-in is pending that is good for what the application asks for. */
export const isUnsolicited = async (
  tenant: Tenant,
  connectorId: string,
  { id, isFresh }: { id: string; isFresh?: boolean },
) => {
  const row = await tenant.database.read(db =>
    db
      .selectFrom('ssoAssertions')
      .select('authenticatedAt')
      .where('id', '=', id)
      .where('connectorId', '=', connectorId)
      .where('inResponseTo', 'is', null)
      .where('isUsed', '=', false)
      .where('expiresAt', '>', Date.now() - returnMs)
      .executeTakeFirst(),
  );
  return row !== undefined && !isTooOld(row.authenticatedAt, { isFresh });
};

/**
 * The connector whose identity provider has just sent this browser to an application. That application begins a sign-in
 * as always, and need not know which connector to name.
 */
export const connectorThatBegan = async (
  tenant: Tenant,
  cookies: string | undefined,
  applicationId: string,
) => {
  const id = readCookie(cookies, tenant, unsolicitedCookie);
  if (!id) return undefined;
  const row = await tenant.database.read(db =>
    db
      .selectFrom('ssoAssertions')
      .innerJoin('ssoConnectors', join =>
        join
          .onRef('ssoConnectors.tenantId', '=', 'ssoAssertions.tenantId')
          .onRef('ssoConnectors.id', '=', 'ssoAssertions.connectorId'),
      )
      .select(['ssoConnectors.id', 'ssoConnectors.idpInitiatedAuthConfig'])
      .where('ssoAssertions.id', '=', id)
      .where('ssoAssertions.inResponseTo', 'is', null)
      .where('ssoAssertions.isUsed', '=', false)
      .where('ssoAssertions.expiresAt', '>', Date.now() - returnMs)
      .executeTakeFirst(),
  );
  return row?.idpInitiatedAuthConfig?.defaultApplicationId === applicationId ? row.id : undefined;
};

export type Taken = { issuer: string; account: SocialAccount; samlSession?: SamlSession };

/**
 * Takes what was written down, once. `requestId` is the request that it has to answer; without one, it answers none. The row
 * stays, so that the assertion is not accepted again, but no longer says anything about a person.
 */
export const takeAssertion = async (
  tenant: Tenant,
  connectorId: string,
  { id, requestId, isFresh }: { id: string; requestId: string | undefined; isFresh?: boolean },
): Promise<Taken> => {
  const row = await tenant.database.write(origin, ({ db }) =>
    db
      .updateTable('ssoAssertions')
      .from(
        db
          .selectFrom('ssoAssertions')
          .select(['id', 'issuer', 'account', 'session', 'authenticatedAt'])
          .where('id', '=', id)
          .where('connectorId', '=', connectorId)
          .where('inResponseTo', requestId === undefined ? 'is' : '=', requestId ?? null)
          .where('isUsed', '=', false)
          .where('expiresAt', '>', Date.now() - returnMs)
          .forUpdate()
          .as('taken'),
      )
      .set({ isUsed: true, account: {}, session: null })
      .whereRef('ssoAssertions.id', '=', 'taken.id')
      .returning(['taken.issuer', 'taken.account', 'taken.session', 'taken.authenticatedAt'])
      .executeTakeFirst(),
  );
  if (!row) throw new ConnectorError('authorization_failed', 'The assertion does not answer this sign-in.');
  const { issuer, session, authenticatedAt } = row;
  requireFreshAt(authenticatedAt, { isFresh });
  const account = row.account as unknown as SocialAccount;
  return { issuer, account, ...(session ? { samlSession: session as SamlSession } : {}) };
};
