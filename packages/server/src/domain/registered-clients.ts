import { timingSafeEqual } from 'node:crypto';
import type { CustomClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import { reservedScopes } from '@gatehouse/contract/scopes.ts';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Write } from '../database/database.ts';
import { oneAtATime } from '../database/statement-settings.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import {
  requireDeviceType,
  requireFitAlgorithm,
  requireRotation,
  requireUsableUris,
} from './application-rules.ts';
import { createApplication, findApplication, type NewApplication } from './applications.ts';
import { loadRegisteredCeiling } from './cimd.ts';
import { hashOfToken, spendInitialToken } from './initial-access-tokens.ts';
import { placeOf, type Remarks, readMetadata } from './registered-metadata.ts';
import { loadRegistrationConfig } from './registration-config.ts';
import { RegistrationError } from './registration-error.ts';
import type { Tenant } from './tenant.ts';

/** The registration endpoint. Clients manage their registrations below it. */
export const registrationEndpoint = ({ issuer }: Pick<Tenant, 'issuer'>) => `${issuer}/register`;

type Dependencies = { tenant: Tenant; vault: Vault };
type ApplicationRow = Selectable<Tables['applications']>;

/** Registers a client (RFC 7591 section 3): a third-party application like one that an administrator creates. */
export const registerClient = async (
  tx: Write,
  { tenant, vault }: Dependencies,
  { body, token }: { body: unknown; token: string | undefined },
) => {
  const config = await loadRegistrationConfig(tx.db);
  if (token === undefined && config.mode !== 'Open')
    throw new RegistrationError('invalid_token', 'an initial access token is required');
  const initialAccessTokenName = token === undefined ? null : await spendInitialToken(tx.db, token);
  const { fields, remarks } = readMetadata(body, config);
  const { application, secret } = await createApplication(tx, vault, fields);
  const registrationToken = newRegistrationToken();
  await tx.insert('clientRegistrations', {
    applicationId: application.id,
    tokenHash: hashOfToken(registrationToken),
    initialAccessTokenName,
    metadata: remarks,
  });
  await requireRoom(tx, tenant.id, config.maximumClients);
  tx.object('application', application.id, application.name);
  return present(tx.db, tenant, {
    application,
    remarks,
    secret: secret === undefined ? undefined : { value: secret, expiresAt: null },
    registrationToken,
  });
};

/** Returns the registration of a client (RFC 7592 section 2.1). */
export const readRegistration = async ({ db }: Write, { tenant, vault }: Dependencies, asked: Asked) => {
  const { metadata } = await findRegistration(db, asked);
  return present(db, tenant, {
    application: await findApplication(db, asked.clientId),
    remarks: metadata as Remarks,
    secret: await loadSecret(db, vault, asked.clientId),
    registrationToken: asked.token,
  });
};

/**
 * Replaces what a client is registered as (RFC 7592 section 2.2). It gets a new token, and the old one ends with the
 * first use of the new one. A client that the answer does not reach asks again with the old one, and gets the same.
 */
export const updateRegistration = async (
  tx: Write,
  { tenant, vault }: Dependencies,
  { clientId, token, body }: Asked & { body: unknown },
) => {
  await findRegistration(tx.db, { clientId, token });
  const before = await tx.db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', clientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const secret = await loadSecret(tx.db, vault, clientId);
  requireOwnBody(body, clientId, secret);
  const { fields, remarks } = readMetadata(body, await loadRegistrationConfig(tx.db));
  requireSameClient(before, fields);
  const {
    jwks: _,
    idTokenSignedResponseAlg: __,
    alwaysIssueRefreshToken: ___,
    ...custom
  } = before.customClientMetadata as CustomClientMetadata;
  const { logoUri: ____, ...addresses } = before.oidcClientMetadata;
  // Settings that an administrator added are kept.
  const changed = {
    type: fields.type,
    name: fields.name,
    oidcClientMetadata: { ...addresses, ...fields.oidcClientMetadata },
    customClientMetadata: { ...custom, ...fields.customClientMetadata },
  };
  requireRotation(changed.type, changed.customClientMetadata);
  requireDeviceType(changed.type, changed.customClientMetadata);
  requireFitAlgorithm(changed.customClientMetadata);
  requireUsableUris({ ...before, type: fields.type }, changed);
  const application = await tx.update('applications', { id: clientId }, changed);
  const registrationToken = tokenAfter(vault, token);
  await tx.update(
    'clientRegistrations',
    { applicationId: clientId },
    {
      metadata: remarks,
      tokenHash: hashOfToken(registrationToken),
      previousTokenHash: hashOfToken(token),
    },
  );
  tx.object('application', clientId, application?.name);
  return present(tx.db, tenant, { application: application!, remarks, secret, registrationToken });
};

/**
 * Users consented to a client with the redirect hosts that they saw, and consent lasts. A client with other hosts, or
 * another way to store tokens, is another client.
 */
const requireSameClient = (before: ApplicationRow, { type, oidcClientMetadata }: NewApplication) => {
  if (before.type !== type)
    throw new RegistrationError(
      'invalid_client_metadata',
      'the kind of a client does not change: register again instead',
    );
  const known = new Set(before.oidcClientMetadata.redirectUris.map(placeOf));
  if (oidcClientMetadata?.redirectUris.some(uri => !known.has(placeOf(uri))))
    throw new RegistrationError('invalid_redirect_uri', 'an update adds no host: register again instead');
};

/** A client leaves (RFC 7592 section 2.3). */
export const deleteRegistration = async (tx: Write, asked: Asked) => {
  await findRegistration(tx.db, asked);
  await tx.delete('applications', { id: asked.clientId });
};

type Asked = { clientId: string; token: string };

const newRegistrationToken = () => `rat_${generateSecret()}`;

/**
 * Only hashes of tokens are stored, so a token cannot be looked up; but who has the one before and our key can compute
 * it.
 */
const tokenAfter = (vault: Vault, token: string) =>
  `rat_${vault.mark(`registration access token after ${token}`).toString('base64url')}`;

/** The row is held: whether a token is still good does not change before the work with it is done. */
const findRegistration = async (db: Kysely<Tables>, { clientId, token }: Asked) => {
  const registration = await db
    .selectFrom('clientRegistrations')
    .select(['metadata', 'tokenHash', 'previousTokenHash'])
    .where('applicationId', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
  const { tokenHash = null, previousTokenHash = null } = registration ?? {};
  const isCurrent = isTokenOf(token, tokenHash);
  if (!registration || (!isCurrent && !isTokenOf(token, previousTokenHash)))
    throw new RegistrationError('invalid_token', 'the registration access token is not valid');
  if (isCurrent && previousTokenHash !== null)
    await db
      .updateTable('clientRegistrations')
      .set({ previousTokenHash: null })
      .where('applicationId', '=', clientId)
      .execute();
  return registration;
};

const isTokenOf = (token: string, hash: string | null) => {
  const [given, stored] = [Buffer.from(hashOfToken(token)), Buffer.from(hash ?? '')];
  return given.length === stored.length && timingSafeEqual(given, stored);
};

/** One at a time for each tenant: what is counted includes all that were registered before. */
const requireRoom = async ({ db }: Write, tenantId: string, maximum: number) => {
  const { count } = await oneAtATime(`client-registrations ${tenantId}`, () =>
    db
      .selectFrom('clientRegistrations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  if (count > maximum)
    throw new RegistrationError(
      'access_denied',
      'the maximum number of registered clients is reached: ask the operator of this server',
    );
};

const ownFields = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  registration_access_token: z.never().optional(),
  registration_client_uri: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
  client_id_issued_at: z.never().optional(),
});

/** An update names the client, and nothing that only the server decides (RFC 7592 section 2.2). */
const requireOwnBody = (body: unknown, clientId: string, secret: Secret | undefined) => {
  const { data } = ownFields.safeParse(body);
  const isOwn =
    data?.client_id === clientId &&
    (data.client_secret === undefined || data.client_secret === secret?.value);
  if (!isOwn)
    throw new RegistrationError(
      'invalid_client_metadata',
      'client_id must be that of this client; leave out registration_access_token, registration_client_uri, client_id_issued_at and client_secret_expires_at; client_secret must be the current one or absent',
    );
};

const loadSecret = async (db: Kysely<Tables>, vault: Vault, applicationId: string) => {
  const secret = await db
    .selectFrom('applicationSecrets')
    .select(['value', 'expiresAt'])
    .where('applicationId', '=', applicationId)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', Date.now())]))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return secret && { value: vault.open(secret.value), expiresAt: secret.expiresAt };
};

type Secret = { value: string; expiresAt: number | null };

type Registered = {
  application: ApplicationRow;
  remarks: Remarks;
  secret: Secret | undefined;
  registrationToken: string;
};

/** The information that a client gets about itself (RFC 7591 section 3.2.1, RFC 7592 section 3). */
const present = async (
  db: Kysely<Tables>,
  tenant: Tenant,
  { application, remarks, secret, registrationToken }: Registered,
) => {
  const { id, oidcClientMetadata: addresses, createdAt } = application;
  const custom = application.customClientMetadata as CustomClientMetadata;
  const allowed = await allowedScopes(db, id);
  // Its allowed scopes can change. Each response lists those that it asked for and may have now.
  const asked = remarks.scope?.split(' ').filter(name => allowed.includes(name));
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1000),
    ...(secret === undefined
      ? {}
      : {
          client_secret: secret.value,
          client_secret_expires_at: Math.floor((secret.expiresAt ?? 0) / 1000),
        }),
    registration_access_token: registrationToken,
    registration_client_uri: `${registrationEndpoint(tenant)}/${id}`,
    ...remarks,
    application_type: application.type === 'Native' ? 'native' : 'web',
    redirect_uris: addresses.redirectUris,
    post_logout_redirect_uris: addresses.postLogoutRedirectUris,
    ...(addresses.logoUri ? { logo_uri: addresses.logoUri } : {}),
    ...(custom.jwks ? { jwks: custom.jwks } : {}),
    ...(custom.idTokenSignedResponseAlg
      ? { id_token_signed_response_alg: custom.idTokenSignedResponseAlg }
      : {}),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: (asked ?? allowed).join(' '),
  };
};

const allowedScopes = async (db: Kysely<Tables>, applicationId: string) => {
  const ceiling = await loadRegisteredCeiling(db, applicationId);
  const ids = [...ceiling.resourceScopeIds, ...ceiling.organizationResourceScopeIds];
  const ofApis = await db
    .selectFrom('scopes')
    .select('name')
    .where('id', 'in', ['', ...ids])
    .execute();
  return [
    ...new Set([
      ...reservedScopes,
      ...ceiling.userScopes,
      ...ceiling.organizationScopes,
      ...ofApis.map(({ name }) => name),
    ]),
  ];
};
