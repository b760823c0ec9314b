import { ssoConnector } from '@gatehouse/contract/sso-connectors.ts';
import { z } from 'zod';
import { openConfig } from '../../connectors/sealed-config.ts';
import { secretPaths } from '../../http/reveal.ts';
import { defineKind, type Writing } from '../kind.ts';
import { applicationsFolder } from './applications.ts';

const { shape } = ssoConnector;

const idpInitiated = z.strictObject({
  autoSendAuthorizationRequest: z.boolean(),
  defaultApplication: z.string(),
  redirectUri: z.string().nullable().default(null),
  authParameters: z.record(z.string(), z.string()).default({}),
  clientIdpInitiatedAuthCallbackUri: z.string().nullable().default(null),
});

const schema = z.strictObject({
  connectorName: shape.connectorName,
  providerName: shape.providerName,
  config: shape.config.default({}),
  domains: shape.domains.default([]),
  branding: shape.branding.default({}),
  syncProfile: z.boolean().default(false),
  enableTokenStorage: z.boolean().default(false),
  idpInitiated: idpInitiated.nullable().default(null),
});
type Fields = z.infer<typeof schema>;

/** Keys of connectors belong to a tenant and are in no file. */
export const enterpriseSso = defineKind<Fields>({
  folder: 'enterprise-sso',
  entity: 'sso-connector',
  key: ['connectorName'],
  fixed: ['providerName'],
  schema,

  async read({ db, vault, references }) {
    const connectors = await db
      .selectFrom('ssoConnectors')
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return connectors.map(row => {
      const { id, connectorName, providerName, domains, branding, syncProfile, enableTokenStorage } = row;
      const started = row.idpInitiatedAuthConfig as unknown as IdpInitiated | null;
      const fields = {
        connectorName,
        providerName,
        config: openConfig(vault, row.config),
        domains,
        branding,
        syncProfile,
        enableTokenStorage,
        idpInitiated: started && {
          autoSendAuthorizationRequest: started.autoSendAuthorizationRequest,
          defaultApplication: references.slugOf(applicationsFolder, started.defaultApplicationId) ?? '',
          redirectUri: started.redirectUri,
          authParameters: started.authParameters,
          clientIdpInitiatedAuthCallbackUri: started.clientIdpInitiatedAuthCallbackUri,
        },
      };
      return { id, name: connectorName, fields };
    });
  },

  secretsOf: ({ config }) => secretPaths(config).map(path => ['config', ...path]),

  referencesOf: ({ idpInitiated: started }) =>
    started ? [{ kind: applicationsFolder, slug: started.defaultApplication }] : [],

  async create(writing, { idpInitiated: started, config, ...fields }) {
    const { call } = writing;
    const { signAuthnRequest, ...rest } = config;
    const { id } = await call('ssoConnectors', 'create', { body: { ...fields, config: rest } });
    // Requests are signed with a key of the connector, which can only be made once the connector is there.
    if (signAuthnRequest) {
      const key = await call('ssoSigningKeys', 'create', { params: { id }, body: {} });
      await call('ssoSigningKeys', 'update', { params: { id, keyId: key.id }, body: { active: true } });
      await call('ssoConnectors', 'update', { params: { id }, body: { config } });
    }
    await writeIdpInitiated(writing, id, started, null);
    return id;
  },

  async update(writing, id, { idpInitiated: started, providerName: _, ...fields }, before) {
    await writing.call('ssoConnectors', 'update', { params: { id }, body: fields });
    await writeIdpInitiated(writing, id, started, before.idpInitiated);
  },

  delete: ({ call }, id) => call('ssoConnectors', 'delete', { params: { id } }),
});

type IdpInitiated = {
  autoSendAuthorizationRequest: boolean;
  defaultApplicationId: string;
  redirectUri: string | null;
  authParameters: Record<string, string>;
  clientIdpInitiatedAuthCallbackUri: string | null;
};

const writeIdpInitiated = async (
  { call, references }: Writing,
  id: string,
  wanted: Fields['idpInitiated'],
  before: Fields['idpInitiated'],
) => {
  const params = { id };
  if (!wanted) {
    if (before) await call('idpInitiatedAuth', 'delete', { params });
    return;
  }
  const { autoSendAuthorizationRequest, redirectUri, authParameters, clientIdpInitiatedAuthCallbackUri } =
    wanted;
  const defaultApplicationId = references.idOf(applicationsFolder, wanted.defaultApplication);
  await call('idpInitiatedAuth', 'upsert', {
    params,
    body: autoSendAuthorizationRequest
      ? {
          autoSendAuthorizationRequest,
          defaultApplicationId,
          authParameters,
          ...(redirectUri ? { redirectUri } : {}),
        }
      : {
          autoSendAuthorizationRequest,
          defaultApplicationId,
          clientIdpInitiatedAuthCallbackUri: clientIdpInitiatedAuthCallbackUri ?? '',
        },
  });
};
