import type {
  IdpInitiatedAuthConfig,
  idpInitiatedAuth as rows,
} from '@gatehouse/contract/idp-initiated-auth.ts';
import { type SsoProviderName, ssoProviders } from '@gatehouse/contract/sso-connectors.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const idpInitiatedAuth: Handlers<typeof rows> = {
  async upsert({ tx, db, params, body, tenant }) {
    const connector = await findConnector(db, params.id);
    if (ssoProviders[connector.providerName as SsoProviderName] !== 'saml')
      throw new RequestError('single_sign_on.idp_initiated_authentication_not_supported');
    const application = await findApplication(db, body.defaultApplicationId);
    // Others would have to begin the request themselves, to prove later that it was theirs.
    if (body.autoSendAuthorizationRequest && application.type !== 'Traditional')
      throw new RequestError('single_sign_on.idp_initiated_authentication_invalid_application_type', {
        data: { type: application.type },
      });
    const redirectUri = 'redirectUri' in body ? body.redirectUri : undefined;
    const { redirectUris = [] } = application.oidcClientMetadata as { redirectUris?: string[] };
    if (redirectUri && !redirectUris.includes(redirectUri))
      throw new RequestError('single_sign_on.idp_initiated_authentication_redirect_uri_not_registered');
    const config: IdpInitiatedAuthConfig = {
      redirectUri: null,
      authParameters: {},
      clientIdpInitiatedAuthCallbackUri: null,
      ...body,
      tenantId: tenant.id,
      connectorId: params.id,
      createdAt: Date.now(),
    };
    await tx.update('ssoConnectors', { id: params.id }, { idpInitiatedAuthConfig: config });
    return config;
  },

  async read({ db, params }) {
    const { idpInitiatedAuthConfig: config } = await findConnector(db, params.id);
    if (!config) throw new RequestError('entity.not_found');
    return config;
  },

  async delete({ tx, db, params }) {
    const { idpInitiatedAuthConfig: config } = await findConnector(db, params.id);
    if (!config) throw new RequestError('entity.not_found');
    await tx.update('ssoConnectors', { id: params.id }, { idpInitiatedAuthConfig: null });
  },
};

const findConnector = async (db: Kysely<Tables>, id: string) => {
  const connector = await db.selectFrom('ssoConnectors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!connector)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'enterprise connector', id } });
  return connector;
};

const findApplication = async (db: Kysely<Tables>, id: string) => {
  const application = await db
    .selectFrom('applications')
    .select(['type', 'oidcClientMetadata'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!application)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'application', id } });
  return application;
};
