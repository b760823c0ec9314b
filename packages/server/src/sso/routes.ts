import type { IdpInitiatedAuthConfig } from '@gatehouse/contract/idp-initiated-auth.ts';
import { generateState } from '@gatehouse/contract/ids.ts';
import { withoutFlaws } from '@gatehouse/contract/redirect-uris.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runConnector } from '../connectors/run.ts';
import type { Tenant } from '../domain/tenant.ts';
import { printCookie } from '../http/cookie-names.ts';
import { mountForms } from '../http/forms.ts';
import { sendErrorPage } from '../pages/error-page.ts';
import type { ExperiencePages } from '../pages/experience-pages.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { keepAssertion, unsolicitedCookie } from './assertions.ts';
import { certificatesToPublish, encryptionCertificateOf, findDecryptionKeys } from './keys.ts';
import { printServiceProvider } from './print-metadata.ts';
import { findSsoConnector, isSigned, type SsoConnector } from './session.ts';

/** An assertion with many attributes and its signature. */
const formLimit = 512 * 1024;
const cookieSeconds = 300;

/**
 * Endpoints to which identity providers return users with a SAML form. The browser does not send our cookies with it.
 */
export const mountEnterpriseSso = (
  server: FastifyInstance,
  services: Services,
  { tenantOf, pages }: { tenantOf(request: FastifyRequest): Promise<Tenant>; pages: ExperiencePages },
) => {
  mountForms(server, formLimit, forms => {
    forms.post('/api/authn/single-sign-on/saml/:connectorId', async (request, reply) => {
      const tenant = await tenantOf(request);
      try {
        const connector = await findSamlConnector(tenant, services, request);
        const form = request.body as URLSearchParams;
        const { id, unasked } = await receive(tenant, services, connector, form.get('SAMLResponse') ?? '');
        const query = new URLSearchParams({ state: form.get('RelayState') ?? '', assertion: id });
        if (!unasked) return reply.redirect(`${tenant.endpoint}/callback/${connector.id}?${query}`, 303);
        reply.header('set-cookie', printCookie(tenant, unsolicitedCookie, id, cookieSeconds));
        return reply.redirect(await beginUnasked(tenant, connector, unasked), 303);
      } catch (error) {
        await noteRefusal(services, tenant, request, error);
        return sendErrorPage(pages, tenant, error, request, reply);
      }
    });
  });
  // Identity providers look for the metadata where the entity ID points to.
  server.get('/enterprise-sso/:connectorId', async (request, reply) => {
    const tenant = await tenantOf(request);
    try {
      const connector = await findSamlConnector(tenant, services, request);
      return reply
        .type('application/samlmetadata+xml; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await describeOurselves(tenant, services, connector));
    } catch (error) {
      return sendErrorPage(pages, tenant, error, request, reply);
    }
  });
};

const findSamlConnector = async (tenant: Tenant, { vault }: Services, request: FastifyRequest) => {
  const { connectorId } = request.params as { connectorId: string };
  const connector = await tenant.database.read(db => findSsoConnector(db, vault, connectorId));
  if (connector?.protocol !== 'saml')
    throw new RequestError('session.connector_validation_session_not_found');
  return connector;
};

const describeOurselves = async (tenant: Tenant, { vault }: Services, { id, config }: SsoConnector) => {
  const { serviceProviderOf } = await import('./saml.ts');
  return printServiceProvider({
    ...serviceProviderOf(tenant.endpoint, id),
    signingCertificates: await certificatesToPublish(tenant, id),
    encryptionCertificate: await encryptionCertificateOf(tenant, vault, id),
    isSigned: isSigned(config),
  });
};

/** A sign-in that an identity provider has begun, or answered, belongs to no application yet. */
const noteRefusal = async ({ audit }: Services, tenant: Tenant, request: FastifyRequest, error: unknown) => {
  if (!(error instanceof RequestError) || error.status >= 500) return;
  const { code } = error;
  const key = 'Interaction.SignIn.Verification.EnterpriseSso.Submit';
  await audit.refuse(tenant.id, { ip: request.ip, key, code }, () => ({
    result: 'Error',
    error: {
      code,
      message: error.cause instanceof Error ? error.cause.message : undefined,
      setting: 'enterpriseSso',
    },
    connectorId: (request.params as { connectorId: string }).connectorId,
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  }));
};

const receive = (tenant: Tenant, { outgoing, vault }: Services, connector: SsoConnector, response: string) =>
  runConnector(async () => {
    const { readSamlResponse, serviceProviderOf } = await import('./saml.ts');
    const sp = serviceProviderOf(tenant.endpoint, connector.id);
    const keys = await findDecryptionKeys(tenant, vault, connector.id);
    const assertion = await readSamlResponse(outgoing, connector.config, sp, response, keys);
    const isAsked = assertion.inResponseTo !== undefined;
    if (!isAsked && connector.idpInitiated === null)
      throw new RequestError('single_sign_on.idp_initiated_authentication_not_supported');
    const unasked = isAsked ? null : connector.idpInitiated;
    return { id: await keepAssertion(tenant, connector.id, assertion), unasked };
  });

/** The sign-in is IdP-initiated: an application of the tenant continues it or is asked to. */
const beginUnasked = async (
  tenant: Tenant,
  connector: SsoConnector,
  config: IdpInitiatedAuthConfig,
): Promise<string> => {
  if (!config.autoSendAuthorizationRequest) {
    const address = new URL(config.clientIdpInitiatedAuthCallbackUri ?? tenant.endpoint);
    address.searchParams.set('ssoConnectorId', connector.id);
    // OpenID Connect Core section 4: where others begin a sign-in, the application hears which issuer to ask.
    address.searchParams.set('iss', tenant.issuer);
    return address.href;
  }
  const client = await tenant.cached.client(config.defaultApplicationId);
  const [first] = client
    ? withoutFlaws(client.type, client.oidcClientMetadata, { isExact: true }).redirectUris
    : [];
  const redirectUri = config.redirectUri ?? first;
  if (!redirectUri)
    throw new RequestError('single_sign_on.idp_initiated_authentication_redirect_uri_not_registered');
  const query = new URLSearchParams({
    scope: 'openid profile',
    ...config.authParameters,
    client_id: config.defaultApplicationId,
    redirect_uri: redirectUri,
    response_type: 'code',
    prompt: 'login',
    state: generateState(24),
    direct_sign_in: `sso:${connector.id}`,
  });
  return `${tenant.issuer}/auth?${query}`;
};
