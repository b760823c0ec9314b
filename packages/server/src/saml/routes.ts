import { singleFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tenant } from '../domain/tenant.ts';
import { fieldsOf, mountForms } from '../http/forms.ts';
import { sendErrorPage } from '../pages/error-page.ts';
import type { ExperiencePages } from '../pages/experience-pages.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { findAcsUrl } from './acs-urls.ts';
import { finish, readApplication, sendFailure } from './answer-pages.ts';
import { findSamlApplication } from './applications.ts';
import { type KeptRequest, keepRequest } from './kept-request.ts';
import { identityProviderOf, printMetadata } from './metadata.ts';
import { noteRefusal, noteSaml, type SamlContext, type SamlKey } from './notes.ts';
import { type Received, readAddress } from './received.ts';
import { levelFor } from './requested-context.ts';

type Dependencies = { tenantOf(request: FastifyRequest): Promise<Tenant>; pages: ExperiencePages };

const formLimit = 256 * 1024;

/**
 * We as the identity provider of SAML applications. Signing in itself is that of OpenID Connect: the application is a
 * client of ours whose redirect URI is here, and the code that comes back is turned into an assertion.
 */
export const mountSamlApplications = (
  server: FastifyInstance,
  services: Services,
  dependencies: Dependencies,
) => {
  const answer =
    (work: (context: SamlContext) => Promise<unknown>, key?: SamlKey) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const tenant = await dependencies.tenantOf(request);
      const { id } = request.params as { id: string };
      const context = { tenant, services, request, reply, id };
      try {
        return await work(context);
      } catch (error) {
        if (key) await noteRefusal(context, key, error);
        return sendErrorPage(dependencies.pages, tenant, error, request, reply);
      }
    };
  mountForms(server, formLimit, forms => {
    forms.get('/api/saml/:id/authn', answer(beginByAddress, 'SamlApplication.AuthnRequest'));
    forms.post('/api/saml/:id/authn', answer(beginByForm, 'SamlApplication.AuthnRequest'));
    forms.get('/api/saml/:id/sign-in', answer(beginHere, 'SamlApplication.AuthnRequest'));
    forms.get('/api/saml-applications/:id/callback', answer(finish, 'SamlApplication.Callback'));
    forms.get('/api/saml-applications/:id/metadata', answer(sendMetadata));
  });
};

const message = z.object({ SAMLRequest: z.string().min(1), RelayState: z.string().max(1024).optional() });

const readForm = (given: unknown) => {
  const { data } = message.safeParse(given);
  if (!data) throw new RequestError('application.saml.invalid_saml_request');
  return { message: data.SAMLRequest, relayState: data.RelayState ?? '' };
};

const beginByAddress = (context: SamlContext) => {
  const address = readAddress(context.request.raw.url);
  const { message, relayState } = readForm(address);
  const { query } = address;
  return begin(context, { binding: 'redirect', parameter: 'SAMLRequest', message, query }, relayState);
};

const beginByForm = (context: SamlContext) => {
  const { message, relayState } = readForm(fieldsOf(context.request));
  return begin(context, { binding: 'post', parameter: 'SAMLRequest', message }, relayState);
};

const begin = async (context: SamlContext, received: Received, relayState: string) => {
  const { tenant, id } = context;
  const application = await readApplication(tenant, id);
  const { readAuthnRequest } = await import('./authn-request.ts');
  const asked = readAuthnRequest(received, application.requestSigning);
  if (asked.issuer !== application.entityId)
    throw new RequestError('application.saml.auth_request_issuer_not_match');
  // Assertions go to registered addresses and to no others.
  const acsUrl = findAcsUrl(application, asked);
  if (!acsUrl) throw new RequestError('application.saml.invalid_saml_request');
  // A signed request for another identity provider must not be passed on to this one.
  const { signInEndpoint } = identityProviderOf(tenant.endpoint, id);
  if (application.requestSigning && asked.destination && asked.destination !== signInEndpoint)
    throw new RequestError('application.saml.invalid_saml_request');
  noteSaml(context, 'SamlApplication.AuthnRequest');
  const { context: wanted, forceAuthn, isPassive } = asked;
  const acr = wanted ? levelFor(wanted) : singleFactorAcr;
  if (!acr)
    return sendFailure(context, application, { requestId: asked.id, relayState, acsUrl }, 'NoAuthnContext');
  return signIn(
    context,
    {
      applicationId: id,
      requestId: asked.id,
      relayState,
      acsUrl,
      ...(forceAuthn ? { signedInSince: Math.floor(Date.now() / 1000) } : {}),
      isPassive,
      context: wanted,
    },
    { ...promptOf(asked), ...(acr === singleFactorAcr ? {} : { acr_values: acr }) },
  );
};

/** Sign-in that begins here: the response answers no request (SAML profiles, section 4.1.5). */
const beginHere = async (context: SamlContext) => {
  const { idpInitiated } = await readApplication(context.tenant, context.id);
  if (!idpInitiated) throw new RequestError('application.saml.idp_initiated_not_enabled');
  noteSaml(context, 'SamlApplication.AuthnRequest');
  return signIn(context, { applicationId: context.id, relayState: idpInitiated.relayState ?? '' }, {});
};

/** Signing in itself is that of OpenID Connect. */
const signIn = (
  { tenant, services, reply, id }: SamlContext,
  asked: Omit<KeptRequest, 'expiresAt'>,
  parameters: Record<string, string>,
) => {
  const { state, cookie } = keepRequest(tenant, services.vault, asked);
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: `${tenant.endpoint}/api/saml-applications/${id}/callback`,
    response_type: 'code',
    scope: 'openid profile',
    state,
    ...parameters,
  });
  return reply.header('set-cookie', cookie).redirect(`${tenant.issuer}/auth?${query}`, 303);
};

/** A service provider that wants a new sign-in without user interaction asks for the impossible and gets an error. */
const promptOf = ({ forceAuthn, isPassive }: { forceAuthn: boolean; isPassive: boolean }) => {
  if (isPassive) return { prompt: 'none', ...(forceAuthn ? { max_age: '0' } : {}) };
  return forceAuthn ? { prompt: 'login' } : {};
};

const sendMetadata = async ({ tenant, reply, id }: SamlContext) => {
  const application = await tenant.database.read(db => findSamlApplication(db, id));
  const certificates = await tenant.database.read(db =>
    db
      .selectFrom('samlApplicationSecrets')
      .select('certificate')
      .where('applicationId', '=', id)
      .where('expiresAt', '>', Date.now())
      .orderBy('active', 'desc')
      .orderBy('createdAt', 'desc')
      .execute(),
  );
  const xml = printMetadata(
    identityProviderOf(tenant.endpoint, id),
    certificates.map(({ certificate }) => certificate),
    application,
  );
  return reply.type('text/xml; charset=utf-8').send(xml);
};
