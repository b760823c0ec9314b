import { captchaConfig } from '@gatehouse/contract/captcha.ts';
import { registrationConfig, registrationLimits } from '@gatehouse/contract/client-registration.ts';
import { createDomain } from '@gatehouse/contract/domains.ts';
import { logStream, logStreamConfig } from '@gatehouse/contract/log-streams.ts';
import {
  defaultAbsoluteSessionTtl,
  defaultExtendedClaims,
  defaultSessionTtl,
  idTokenConfig,
  sessionConfig,
} from '@gatehouse/contract/oidc-configs.ts';
import { z } from 'zod';
import { defineKind, type Fields } from '../kind.ts';

const tokens = z.strictObject({
  session: z
    .strictObject({
      ttl: sessionConfig.shape.ttl.default(defaultSessionTtl),
      absoluteTtl: sessionConfig.shape.absoluteTtl.unwrap().default(defaultAbsoluteSessionTtl),
      authenticationInAccessTokens: z.boolean().default(false),
    })
    .prefault({}),
  idToken: z
    .strictObject({
      enabledExtendedClaims: idTokenConfig.shape.enabledExtendedClaims
        .unwrap()
        .default([...defaultExtendedClaims]),
      standardClaims: z.boolean().default(true),
    })
    .prefault({}),
  clientRegistration: registrationConfig.default({
    mode: 'Off',
    maximumClients: registrationLimits.clients.usual,
    unusedDays: registrationLimits.unusedDays.usual,
    redirectHosts: [],
  }),
  clientIdMetadataDocuments: z.strictObject({ enabled: z.boolean() }).default({ enabled: false }),
});

/** Sessions, ID tokens, and clients that register themselves. Keys belong to a tenant and are in no file. */
export const tokenSettings = defineKind<z.infer<typeof tokens>>({
  folder: 'tokens',
  entity: 'oidc-session',
  isSingle: true,
  schema: tokens,

  async read({ call }) {
    const fields = {
      session: await call('oidcConfigs', 'readSession', {}),
      idToken: await call('oidcConfigs', 'readIdToken', {}),
      clientRegistration: await call('clientRegistrations', 'readConfig', {}),
      clientIdMetadataDocuments: await call('cimd', 'readConfig', {}),
    };
    return [{ id: 'tokens', name: 'tokens', fields }];
  },

  async update({ call }, _id, { session, idToken, clientRegistration, clientIdMetadataDocuments }) {
    await call('oidcConfigs', 'updateSession', { body: session });
    await call('oidcConfigs', 'replaceIdToken', { body: idToken });
    await call('clientRegistrations', 'updateConfig', { body: clientRegistration });
    await call('cimd', 'updateConfig', { body: clientIdMetadataDocuments });
  },
});

/** One at most: its file is `captcha/default.yaml`. */
export const captcha = defineKind<Fields>({
  folder: 'captcha',
  entity: 'captcha-provider',
  key: [],
  schema: captchaConfig as unknown as z.ZodType<Fields>,

  async read({ db, vault }) {
    const rows = await db.selectFrom('captchaProviders').selectAll().execute();
    return rows.map(({ id, config, secretKey }) => ({
      id,
      name: id,
      fields: { ...config, secretKey: vault.open(secretKey) },
    }));
  },

  secretsOf: () => [['secretKey']],

  async create({ call }, fields) {
    const config = fields as z.infer<typeof captchaConfig>;
    return (await call('captchaProviders', 'replace', { body: { config } })).id;
  },

  async update({ call }, _id, fields) {
    await call('captchaProviders', 'replace', { body: { config: fields as z.infer<typeof captchaConfig> } });
  },

  delete: ({ call }) => call('captchaProviders', 'delete', {}),
});

const streamFields = z.strictObject({
  name: logStream.shape.name,
  config: logStreamConfig,
  enabled: z.boolean().default(true),
  includeChanges: z.boolean().default(false),
  secrets: z
    .strictObject({
      bearerToken: z.string().nullable().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      secretAccessKey: z.string().optional(),
    })
    .default({}),
});

export const logStreams = defineKind<z.infer<typeof streamFields>>({
  folder: 'log-streams',
  entity: 'log-stream',
  isWriteOnly: true,
  key: ['name'],
  schema: streamFields,

  async read({ db, vault }) {
    const rows = await db.selectFrom('logStreams').selectAll().orderBy('createdAt').orderBy('id').execute();
    return rows.map(({ id, name, enabled, includeChanges, config, secrets }) => ({
      id,
      name,
      fields: {
        name,
        enabled,
        includeChanges,
        config,
        secrets: secrets === '' ? {} : JSON.parse(vault.open(secrets)),
      },
    }));
  },

  secretsOf: ({ secrets: { headers = {}, ...plain } }) => [
    ...Object.keys(plain).map(name => ['secrets', name]),
    ...Object.keys(headers).map(name => ['secrets', 'headers', name]),
  ],

  create: async ({ call }, fields) => (await call('logStreams', 'create', { body: fields })).id,

  async update({ call }, id, { secrets, ...fields }, before) {
    // Clears a secret that is no longer in the file.
    const cleared = before.secrets.bearerToken && !secrets.bearerToken ? { bearerToken: null } : {};
    const body = { ...fields, secrets: { headers: {}, ...cleared, ...secrets } };
    await call('logStreams', 'update', { params: { id }, body });
  },

  delete: ({ call }, id) => call('logStreams', 'delete', { params: { id } }),
});

export const customDomains = defineKind<z.infer<typeof createDomain>>({
  folder: 'custom-domains',
  entity: 'domain',
  key: ['domain'],
  fixed: ['domain'],
  schema: createDomain,

  async read({ db }) {
    const rows = await db
      .selectFrom('domains')
      .select(['id', 'domain'])
      .where('applicationId', 'is', null)
      .orderBy('domain')
      .execute();
    return rows.map(({ id, domain }) => ({ id, name: domain, fields: { domain } }));
  },

  create: async ({ call }, body) => (await call('domains', 'create', { body })).id,

  // A domain is its name, which is all that its file says.
  update: async () => undefined,

  delete: ({ call }, id) => call('domains', 'delete', { params: { id } }),
});

/** The domains that files name, in lowercase. A file that cannot be read is told later. */
export const domainsIn = (files: readonly { path: string; text: string }[]) =>
  files.flatMap(({ path, text }) => {
    const name = path.startsWith(`${customDomains.folder}/`)
      ? /^domain: *["']?([\w.-]+)/m.exec(text)?.[1]
      : undefined;
    return name ? [{ domain: name.toLowerCase() }] : [];
  });
