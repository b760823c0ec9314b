import { inflateRawSync } from 'node:zlib';
import { nameIdFormats, samlBindings } from '@gatehouse/contract/saml.ts';
import { type Profile, SAML, type SamlConfig } from '@node-saml/node-saml';
import { expect } from 'vitest';
import { visit } from '../../api/experience/testing/visit.ts';
import { startStandIn } from '../../connectors/testing/stand-in.ts';
import type { Database } from '../../database/database.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { type Browser, createBrowser } from '../../http/testing/browser.ts';
import { createIdentityProvider, idpEntityId } from '../../sso/testing/identity-provider.ts';

export const idpLogout = 'https://idp.acme.example/slo';

/** A tenant with an enterprise whose identity provider takes part in single logout; that side is `@node-saml/node-saml`. */
export const startEnterpriseLogout = async (kind: Database['kind']) => {
  const world = await startStandIn();
  const app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
  const origin = app.env.ENDPOINT;
  const answers: Record<string, { text: string }> = {};
  await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });

  const createEnterprise = async (name: string) => {
    const idp = await createIdentityProvider({
      logout: `<SingleLogoutService Binding="${samlBindings.redirect}" Location="${idpLogout}" ResponseLocation="${idpLogout}/done"/>`,
    });
    const metadataPath = `${name}.example/metadata`;
    answers[metadataPath] = { text: idp.metadata };
    world.answer(answers);
    const config = { metadataUrl: `https://${metadataPath}` };
    const { path, ...connection } = await connect(app, name, config);
    const enterprise = { app, name, idp, ...connection };
    return {
      idp,
      sp: connection.sp,
      connectorId: connection.connectorId,
      speaker: (options: Partial<SamlConfig> = {}) => createSpeaker(enterprise, options),
      change: (patch: object) => app.manage('PATCH', path, { config: { ...config, ...patch } }),
      enter: (user: string, sessionIndex: string) => enter(enterprise, user, sessionIndex),
    };
  };
  return {
    app,
    origin,
    createEnterprise,
    isIn: async (browser: Browser) =>
      !(await visit(app, undefined, {}, browser)).page.address.includes('/sign-in'),
    async close() {
      await app.close();
      await world.close();
    },
  };
};

type ServiceProvider = {
  entityId: string;
  assertionConsumerServiceUrl: string;
  singleLogoutServiceUrl: string;
};

type Enterprise = {
  app: TestApp;
  name: string;
  idp: Awaited<ReturnType<typeof createIdentityProvider>>;
  sp: ServiceProvider;
  connectorId: string;
  /** The certificate of our signing key. */
  certificate: string;
};

/** A connection to the enterprise, which signs what it asks. */
const connect = async (app: TestApp, name: string, config: object) => {
  const { body: created } = await app.manage('POST', '/sso-connectors', {
    providerName: 'SAML',
    connectorName: name,
    config,
    domains: [`${name}.example`],
  });
  const connectorId: string = created.id;
  const path = `/sso-connectors/${connectorId}`;
  await app.manage('POST', `${path}/signing-keys`, { active: true });
  const { body: read } = await app.manage('GET', path);
  const sp = read.providerConfig.serviceProvider as ServiceProvider;
  const [signing] = (await app.manage('GET', `${path}/signing-keys`)).body;
  return { path, connectorId, sp, certificate: signing.certificate as string };
};

/** The identity provider as a library speaks for it. */
const createSpeaker = ({ idp, sp, certificate }: Enterprise, options: Partial<SamlConfig>) =>
  new SAML({
    issuer: idpEntityId,
    idpIssuer: sp.entityId,
    idpCert: certificate,
    callbackUrl: idpLogout,
    entryPoint: sp.singleLogoutServiceUrl,
    logoutUrl: sp.singleLogoutServiceUrl,
    privateKey: idp.key.privateKey,
    publicCert: idp.key.certificate,
    signatureAlgorithm: 'sha256',
    ...options,
  });

/** Signs in by the identity provider, in its own browser; gives the name that it knows the user by. */
const enter = async (
  { app, name, idp, sp, connectorId }: Enterprise,
  user: string,
  sessionIndex: string,
): Promise<{ browser: Browser; profile: Profile }> => {
  const origin = app.env.ENDPOINT;
  const browser = createBrowser();
  const { step } = await visit(app, 'SignIn', {}, browser);
  const base = `/experience/verification/sso/${connectorId}`;
  const redirectUri = `${origin}/callback/${connectorId}`;
  const { body } = await step('POST', `${base}/authorization-uri`, { state: 'relay', redirectUri });
  const asked = new URL(body.authorizationUri).searchParams.get('SAMLRequest') ?? '';
  const request = inflateRawSync(Buffer.from(asked, 'base64')).toString();
  const response = idp.respond(sp, {
    inResponseTo: /ID="([^"]+)"/.exec(request)?.[1] ?? '',
    nameId: { format: nameIdFormats.persistent, value: `${name}-${user}` },
    email: `${user}@${name}.example`,
    authentication: {
      at: Date.now(),
      sessionIndex,
      contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
    },
  });
  const { headers } = await fetch(sp.assertionConsumerServiceUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      SAMLResponse: Buffer.from(response).toString('base64'),
      RelayState: 'relay',
    }),
  });
  const connectorData = Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
  const { verificationId } = body;
  await step('POST', `${base}/verify`, { connectorData, verificationId });
  const identified = await step('POST', '/experience/identification', { verificationId });
  if (identified.status === 404) {
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    await step('POST', '/experience/identification', {});
  }
  const submitted = await step('POST', '/experience/submit');
  expect(submitted.status, submitted.text).toBe(200);
  await browser.follow(submitted.body.redirectTo, origin);
  const profile = {
    issuer: idpEntityId,
    nameID: `${name}-${user}`,
    nameIDFormat: nameIdFormats.persistent,
    sessionIndex,
  } as Profile;
  return { browser, profile };
};
