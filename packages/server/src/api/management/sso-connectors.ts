import { generateShortId } from '@gatehouse/contract/ids.ts';
import {
  isCompleteConfig,
  type ssoConnectors as rows,
  type SsoConnectorWithProvider,
  type SsoProviderName,
  ssoConfigs,
  ssoProviders,
  type updateSsoConnector,
} from '@gatehouse/contract/sso-connectors.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { listSsoProviders, ssoProvider } from '../../connectors/enterprise-providers.ts';
import { configViolations } from '../../connectors/rules.ts';
import { openConfig, sealConfig } from '../../connectors/sealed-config.ts';
import { connectorWords } from '../../connectors/words.ts';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { fetchPage } from '../../domain/listing.ts';
import { lockSignInExperience } from '../../domain/sign-in-experience.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type Caller, requireWriterOf } from '../../http/authenticate.ts';
import { languageOf } from '../../http/errors.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { maskSecrets, maySeeSecrets } from '../../http/reveal.ts';
import { isSecureAddress } from '../../outgoing/secure-address.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { describeProvider } from '../../sso/describe-provider.ts';
import { findConnector, lockConnector } from '../../sso/find-connector.ts';
import { findActiveKey } from '../../sso/keys.ts';
import { isSigned } from '../../sso/session.ts';

export const ssoConnectors: Handlers<typeof rows> = {
  async list({ db, page, ...context }) {
    const found = await fetchPage(
      db.selectFrom('ssoConnectors').selectAll().orderBy('createdAt', 'desc').orderBy('id'),
      page,
    );
    return { ...found, items: found.items.map(row => present(row, context)) };
  },

  async create({ tx, db, body, ...context }) {
    const { config, ...fields } = body;
    const id = generateShortId();
    const providerName = requireProvider(fields.providerName);
    requireConfig(providerName, config);
    await requireSigningKey(db, id, config);
    refuseTokenStorage(providerName, fields);
    await refuseTakenDomains(db, fields.domains, id);
    const kept = keepConfig(context.services, providerName, config ?? {});
    return present(await tx.insert('ssoConnectors', { id, ...fields, ...kept }), context);
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('ssoConnectors', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  listProviders: async ({ request }) =>
    listSsoProviders(await connectorWords(languageOf(request.headers['accept-language']))),

  // Asking the identity provider must not hold a transaction.
  read: ownTransaction(async ({ tenant, params, ...context }) => {
    const row = await tenant.database.read(db => findConnector(db, params.id));
    return describe({ tenant, ...context }, row);
  }),

  update: ownTransaction(async ({ tenant, origin, params, body, ...context }) => {
    const { enableSingleSignOn, ...fields } = body;
    const row = await tenant.database.write(origin, async tx => {
      const updated = await updateConnector(tx, context.services, params.id, fields);
      if (enableSingleSignOn) await turnOn(tx, context.caller);
      tx.object('sso-connector', updated.id, updated.connectorName);
      return updated;
    });
    return describe({ tenant, ...context }, row);
  }),
};

const updateConnector = async (
  tx: Write,
  services: Services,
  id: string,
  { config, ...fields }: Omit<z.output<typeof updateSsoConnector>, 'enableSingleSignOn'>,
) => {
  const { providerName: name } = await lockConnector(tx.db, id);
  const providerName = name as SsoProviderName;
  requireConfig(providerName, config);
  await requireSigningKey(tx.db, id, config);
  refuseTokenStorage(providerName, fields);
  await refuseTakenDomains(tx.db, fields.domains, id);
  const kept = config ? keepConfig(services, providerName, config) : {};
  const row = await tx.update('ssoConnectors', { id }, { ...fields, ...kept });
  if (fields.enableTokenStorage === false) await tx.delete('secrets', { ssoConnectorId: id });
  return row!;
};

/** Users see no enterprise connector before the tenant has turned them on. */
const turnOn = async (tx: Write, caller: Caller) => {
  requireWriterOf(caller, 'sign-in-experience');
  const { singleSignOnEnabled } = await lockSignInExperience(tx.db);
  if (!singleSignOnEnabled)
    await tx.update('signInExperiences', { id: 'default' }, { singleSignOnEnabled: true });
};

const keepConfig = ({ vault }: Services, providerName: SsoProviderName, config: Record<string, unknown>) => ({
  config: Object.keys(config).length ? sealConfig(vault, config) : '',
  isComplete: isCompleteConfig(providerName, config),
});

/** With what is known of the other side. */
const describe = async (
  context: { tenant: Tenant; caller: Caller; services: Services },
  row: Selectable<Tables['ssoConnectors']>,
) => {
  const { vault, outgoing } = context.services;
  const described = await describeProvider({ tenant: context.tenant, vault, outgoing }, row);
  return { ...present(row, context), ...described };
};

const present = (
  {
    isComplete: ____,
    signingKey: _,
    signingCertificate: __,
    idpInitiatedAuthConfig: ___,
    ...row
  }: Selectable<Tables['ssoConnectors']>,
  { caller, services }: { caller: Caller; services: Services },
) => {
  const config = openConfig(services.vault, row.config);
  const { name, providerType, logo, logoDark } = ssoProvider(row.providerName as SsoProviderName);
  return {
    ...row,
    config: maySeeSecrets(caller, 'sso-connectors') ? config : maskSecrets(config),
    name,
    providerType,
    providerLogo: logo,
    providerLogoDark: logoDark,
  } as SsoConnectorWithProvider;
};

const requireProvider = (name: string): SsoProviderName => {
  if (Object.hasOwn(ssoProviders, name)) return name as SsoProviderName;
  const options = Object.keys(ssoProviders).join(', ');
  throw new RequestError('connector.not_found', {
    violations: [{ path: 'providerName', code: 'validation.option', values: { options } }],
    status: 422,
  });
};

/** Only OpenID providers give tokens that could be kept. */
const refuseTokenStorage = (
  providerName: SsoProviderName,
  { enableTokenStorage }: { enableTokenStorage?: boolean },
) => {
  if (!enableTokenStorage || ssoProviders[providerName] === 'oidc') return;
  const code = 'connector.token_storage_not_supported';
  throw new RequestError(code, {
    violations: [{ path: 'enableTokenStorage', code, values: {} }],
    status: 400,
  });
};

/** Requests are signed only where there is a key that signs them. */
const requireSigningKey = async (db: Kysely<Tables>, id: string, config: Record<string, unknown> = {}) => {
  if (isSigned(config) && !(await findActiveKey(db, id, 'signing')))
    throw new RequestError('single_sign_on.active_signing_key_required', {
      violations: [
        {
          path: 'config.signAuthnRequest',
          code: 'single_sign_on.active_signing_key_required',
          values: {},
        },
      ],
    });
};

const requireConfig = (providerName: SsoProviderName, config: unknown) => {
  if (config === undefined) return;
  const { error } = ssoConfigs[ssoProviders[providerName]].safeParse(config);
  if (error)
    throw new RequestError('connector.invalid_config', {
      cause: error,
      violations: configViolations(error, config),
    });
  requireSecureAddresses(config as Record<string, unknown>);
};

/** This document decides who may sign users in. Over plain HTTP, anyone on the network path could change it. */
const requireSecureAddresses = (config: Record<string, unknown>) => {
  const violations = ['metadataUrl', 'issuer']
    .filter(name => typeof config[name] === 'string' && !isSecureAddress(config[name]))
    .map(name => ({ path: `config.${name}`, code: 'validation.secure_url' as const, values: {} }));
  if (violations.length > 0) throw new RequestError('connector.invalid_config', { violations });
};

/** A domain says which connector its people sign in with: it can only be one. */
const refuseTakenDomains = async (db: Kysely<Tables>, domains: string[] | undefined, id: string) => {
  if (!domains?.length) return;
  const rivals = await db
    .selectFrom('ssoConnectors')
    .select('domains')
    .where('id', '<>', id)
    .where(sql<boolean>`domains ?| ${domains}`)
    .execute();
  const taken = domains.filter(domain => rivals.some(rival => rival.domains.includes(domain)));
  if (taken.length) throw new RequestError('single_sign_on.duplicated_domains', { data: { domains: taken } });
};
