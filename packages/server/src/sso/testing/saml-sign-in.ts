import { X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { visit } from '../../api/experience/testing/visit.ts';
import { startStandIn } from '../../connectors/testing/stand-in.ts';
import type { Database } from '../../database/database.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createIdentityProvider, idpEntityId, idpSignIn } from './identity-provider.ts';

export const metadataPath = 'idp.acme.example/metadata';

type ServiceProvider = { entityId: string; assertionConsumerServiceUrl: string; signingCertificate: string };

type Options = { variables?: Record<string, string>; now?: () => number };

/** A tenant with an enterprise that signs in by SAML, and the steps of such a sign-in. */
export const startSamlSignIn = async (kind: Database['kind'], { variables, now }: Options = {}) => {
  const world = await startStandIn();
  const idp = await createIdentityProvider();
  world.answer({ [metadataPath]: { text: idp.metadata } });
  const app = await startTestApp(kind, {
    variables: { GATEHOUSE_CONNECTORS_URL: world.url, ...variables },
    ...(now ? { now } : {}),
  });
  const connectorId = await connect(app);
  const { body } = await app.manage('GET', `/sso-connectors/${connectorId}`);
  expect(body.providerProblem).toBeUndefined();
  expect(body.providerConfig.identityProvider).toMatchObject({
    entityId: idpEntityId,
    signInEndpoint: idpSignIn,
    isCertificateValid: true,
    certificateExpiresAt: Date.parse(new X509Certificate(idp.certificate).validTo),
  });
  const sp: ServiceProvider = body.providerConfig.serviceProvider;
  return {
    app,
    world,
    idp,
    sp,
    connectorId,
    begin: () => begin(app, connectorId),
    deliver: (xml: string, relayState?: string) => deliver(sp, xml, relayState),
    /** The user of the enterprise signs in for the first time, and so becomes one of ours. */
    async register() {
      const { step, verify, requestId } = await begin(app, connectorId);
      const { query } = await deliver(sp, idp.respond(sp, { inResponseTo: requestId }));
      await verify(query ?? {});
      const { verificationRecords } = (await step('GET', '/experience/interaction')).body;
      const verificationId = verificationRecords.find(({ verified }: { verified: boolean }) => verified).id;
      await step('POST', '/experience/identification', { verificationId });
      await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
      await step('POST', '/experience/identification', {});
      const submitted = await step('POST', '/experience/submit');
      expect(submitted.status, submitted.text).toBe(200);
    },
    async close() {
      await app.close();
      await world.close();
    },
  };
};

export type SamlSignIn = Awaited<ReturnType<typeof startSamlSignIn>>;

/** A connection that signs its requests. */
const connect = async (app: TestApp) => {
  const created = await app.manage('POST', '/sso-connectors', {
    providerName: 'SAML',
    connectorName: 'Acme',
    config: { metadataUrl: `https://${metadataPath}` },
    domains: ['acme.example'],
  });
  const connectorId: string = created.body.id;
  await app.manage('POST', `/sso-connectors/${connectorId}/signing-keys`, { active: true });
  await app.manage('PATCH', `/sso-connectors/${connectorId}`, {
    config: { metadataUrl: `https://${metadataPath}`, signAuthnRequest: true },
  });
  await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  return connectorId;
};

const begin = async (app: TestApp, connectorId: string) => {
  const { step, browser } = await visit(app, 'SignIn');
  const base = `/experience/verification/sso/${connectorId}`;
  const redirectUri = `${app.env.ENDPOINT}/callback/${connectorId}`;
  const begun = await step('POST', `${base}/authorization-uri`, { state: 'relay', redirectUri });
  expect(begun.status, begun.text).toBe(200);
  const asked = new URL(begun.body.authorizationUri);
  const request = inflateRawSync(
    Buffer.from(asked.searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString();
  const { verificationId } = begun.body;
  const verify = (connectorData: object) => step('POST', `${base}/verify`, { connectorData, verificationId });
  return {
    step,
    browser,
    asked,
    request,
    verify,
    requestId: /ID="([^"]+)"/.exec(request)?.[1] ?? '',
  };
};
/** The form that the identity provider has the browser send. */
const deliver = async (sp: ServiceProvider, xml: string, relayState = 'relay') => {
  const response = await fetch(sp.assertionConsumerServiceUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: relayState,
    }),
  });
  const location = response.headers.get('location');
  const query = location ? Object.fromEntries(new URL(location).searchParams) : undefined;
  return {
    status: response.status,
    location,
    query,
    text: await response.text(),
    cookie: response.headers.get('set-cookie'),
  };
};
