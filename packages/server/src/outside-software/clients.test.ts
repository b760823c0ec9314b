import { nameIdFormats, samlBindings } from '@gatehouse/contract/saml.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople } from '../oidc/testing/people.ts';
import { createCertificate } from '../saml/certificate.ts';
import { readMetadata } from '../saml/testing/service-provider.ts';
import { createIdentityProvider } from '../sso/testing/identity-provider.ts';
import { installOutsideSoftware, type RunningApplication, startApplication } from './testing/applications.ts';
import { createVisitor, type Page } from './testing/visitor.ts';

const person = { username: 'ada', password: 'correct horse battery' };

/** Settings that a library needs for its application to work with the library's own defaults. */
const expectsRs256 = { customClientMetadata: { idTokenSignedResponseAlg: 'RS256' } };
const sendsNoPkce = { isPkceRequired: false };

/**
 * Attribute names of identity providers for the email address and the name: plain, by OID, by URN, and as used by
 * Microsoft.
 */
const attributeNames: Record<string, [email: string, name: string]> = {
  plain: ['email', 'displayName'],
  oid: ['urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:2.16.840.1.113730.3.1.241'],
  urn: ['urn:mace:dir:attribute-def:mail', 'urn:mace:dir:attribute-def:cn'],
  microsoft: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'http://schemas.microsoft.com/identity/claims/displayname',
  ],
};

const libraries = [
  { name: 'openid-client-5', fields: expectsRs256, canRefresh: true, names: 'plain' },
  { name: 'express-openid-connect', fields: expectsRs256, canRefresh: true, names: 'oid' },
  { name: 'auth-core', callback: '/auth/callback/gatehouse', canRefresh: true, names: 'urn' },
  { name: 'passport-openidconnect', fields: sendsNoPkce, names: 'microsoft' },
];

type Registration = {
  name: string;
  callback?: string;
  fields?: Record<string, unknown>;
  knowsSecret?: boolean;
};

/** Small applications with libraries of others, each in its own process, and users who go through all of them. */
describe('applications with libraries of others', () => {
  let app: TestApp;
  let endpoint: string;
  let userId: string;
  const running: RunningApplication[] = [];

  beforeAll(async () => {
    installOutsideSoftware();
    app = await startTestApp('postgresql');
    endpoint = app.env.ENDPOINT;
    const created = await app.manage('POST', '/users', { ...person, name: 'Ada Lovelace' });
    userId = created.body.id;
  });
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    await app.close();
  });

  const startClient = async ({ name, callback = '/callback', fields, knowsSecret = true }: Registration) => {
    let id = '';
    const application = await startApplication(name, async home => {
      const created = await createPeople(app).createApplication({
        name,
        type: 'Traditional',
        oidcClientMetadata: {
          redirectUris: [`${home}${callback}`],
          postLogoutRedirectUris: [home],
          backchannelLogoutUri: `${home}/backchannel-logout`,
        },
        ...fields,
      });
      id = created.id;
      return {
        ISSUER: `${endpoint}/oidc`,
        CLIENT_ID: id,
        ...(knowsSecret ? { CLIENT_SECRET: created.secret } : {}),
      };
    });
    running.push(application);
    return { id, home: application.home };
  };
  const read = (page: Page) => {
    expect(page.status, `${page.address}\n${page.text}`).toBe(200);
    return JSON.parse(page.text);
  };

  test.each(libraries)('$name: a user signs in, refreshes and signs out at the provider', async library => {
    const { home } = await startClient(library);
    const visitor = createVisitor(endpoint, person);
    expect(read(await visitor.open(home))).toEqual({ user: null });
    const claims = { sub: userId, name: 'Ada Lovelace' };
    expect(read(await visitor.open(`${home}/sign-in`))).toMatchObject({ user: claims, userinfo: claims });
    if (library.canRefresh)
      for (let time = 0; time < 2; time += 1)
        expect(read(await visitor.open(`${home}/refresh`))).toMatchObject({ userinfo: claims });

    const signedOut = await visitor.open(`${home}/sign-out`);
    expect(new URL(signedOut.address).origin).toBe(home);
    expect(read(signedOut)).toEqual({ user: null });
    // Signed out at the provider too: the next sign-in asks for the password.
    expect(visitor.signIns()).toBe(1);
    await visitor.open(`${home}/sign-in`);
    expect(visitor.signIns()).toBe(2);
  });

  test('openid-client-5: registers itself with its defaults, and signs a user in', async () => {
    const path = '/configs/client-registration';
    await app.manage('PATCH', path, { mode: 'Token' });
    await app.manage('POST', '/cimd/user-consent-scopes', { userScopes: ['profile'] });
    const { body } = await app.manage('POST', `${path}/initial-access-tokens`, { name: 'Outside' });
    const application = await startApplication('openid-client-5', async () => ({
      ISSUER: `${endpoint}/oidc`,
      INITIAL_ACCESS_TOKEN: body.value,
    }));
    running.push(application);
    const page = await createVisitor(endpoint, person).open(`${application.home}/sign-in`);
    expect(read(page)).toMatchObject({ user: { sub: userId }, userinfo: { name: 'Ada Lovelace' } });
  });

  test('express-openid-connect: the session of the application ends with the session that an administrator ends', async () => {
    const { home } = await startClient(libraries[1]!);
    const visitor = createVisitor(endpoint, person);
    const { user } = read(await visitor.open(`${home}/sign-in`));
    expect(user.sub).toBe(userId);
    const { body } = await app.manage('GET', `/users/${userId}/sessions`);
    for (const { payload } of body.sessions)
      await app.manage('DELETE', `/users/${userId}/sessions/${payload.uid}`);
    await expect.poll(async () => read(await visitor.open(home))).toEqual({ user: null });
  });

  // The guide for applications lists them by these errors.
  test.each([
    { name: 'openid-client-5', error: 'unexpected JWT alg received, expected RS256, got: ES256' },
    { name: 'express-openid-connect', error: 'invalid response encountered' },
    {
      name: 'express-openid-connect',
      fields: expectsRs256,
      knowsSecret: false,
      error: 'authorization response from the server is an error',
    },
    { name: 'passport-openidconnect', error: 'Authorization Server policy requires PKCE' },
  ])('$name: without its setting there is the error "$error"', async ({ error, ...client }) => {
    const { home } = await startClient(client);
    const page = await createVisitor(endpoint, person).open(`${home}/sign-in`);
    expect([page.status, page.text]).toEqual([500, expect.stringContaining(error)]);
  });

  test.each(libraries)(
    '$name: a sign-in that an enterprise with $names attribute names begins ends signed in',
    async library => {
      const { id, home } = await startClient(library);
      const idp = await createIdentityProvider();
      const { body: connector } = await app.manage('POST', '/sso-connectors', {
        providerName: 'SAML',
        connectorName: library.name,
        config: { metadata: idp.metadata },
        domains: [`${library.name}.example`],
      });
      await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
      await app.manage('PUT', `/sso-connectors/${connector.id}/idp-initiated-auth-config`, {
        defaultApplicationId: id,
        autoSendAuthorizationRequest: false,
        clientIdpInitiatedAuthCallbackUri: `${home}/sign-in`,
      });
      const { body } = await app.manage('GET', `/sso-connectors/${connector.id}`);
      const sp = body.providerConfig.serviceProvider;
      const [email = '', name = ''] = attributeNames[library.names] ?? [];
      const nameId = { format: nameIdFormats.persistent, value: library.name };
      const attributes = { [email]: `ada@${library.name}.example`, [name]: 'Ada of Acme' };
      const answer = Buffer.from(idp.respond(sp, { attributes, nameId })).toString('base64');

      const visitor = createVisitor(endpoint, person);
      const page = await visitor.post(sp.assertionConsumerServiceUrl, { SAMLResponse: answer });
      expect(new URL(page.address).origin).toBe(home);
      const { user } = read(page);
      expect(user).toMatchObject({ name: 'Ada of Acme' });
      const { body: made } = await app.manage('GET', `/users/${user.sub}`);
      expect(made).toMatchObject({ primaryEmail: `ada@${library.name}.example` });
      await app.manage('DELETE', `/sso-connectors/${connector.id}`);
    },
  );

  /** An application by SAML with its own key, and a browser that is signed in to it. */
  const startServiceProvider = async () => {
    const key = await createCertificate({ subject: 'sp.example', years: 1 });
    const { body: created } = await app.manage('POST', '/saml-applications', { name: 'Ledger' });
    const application = await startApplication('passport-saml', async home => {
      const { status, text } = await app.manage('PATCH', `/saml-applications/${created.id}`, {
        entityId: home,
        acsUrl: { binding: samlBindings.post, url: `${home}/callback` },
        signedElement: 'Both',
        requestSigning: { certificate: key.certificate, isRequired: true },
        singleLogout: { binding: samlBindings.redirect, url: `${home}/logout` },
        idpInitiated: {},
      });
      expect(status, text).toBe(200);
      const { signInEndpoint, certificates, entityId } = await readMetadata(endpoint, created.id);
      return {
        ISSUER: entityId,
        SIGN_IN_URL: signInEndpoint,
        LOGOUT_URL: `${endpoint}/api/saml/${created.id}/logout`,
        CERTIFICATE: certificates[0]!,
        PRIVATE_KEY: key.privateKey,
      };
    });
    running.push(application);
    const { home } = application;
    const visitor = createVisitor(endpoint, person);
    const isIn = async () => read(await visitor.open(home)).user !== null;
    return { id: created.id as string, home, visitor, isIn };
  };

  test('passport-saml: a user signs in, asked for by the application and begun by us', async () => {
    const { id, home, visitor } = await startServiceProvider();
    const user = { user: { nameID: userId, attributes: { name: 'Ada Lovelace', username: 'ada' } } };
    expect(read(await visitor.open(`${home}/sign-in`))).toMatchObject(user);
    const other = createVisitor(endpoint, person);
    expect(read(await other.open(`${endpoint}/api/saml/${id}/sign-in`))).toMatchObject(user);
  });

  test('passport-saml: single logout, begun by the application and by another one', async () => {
    const { home, visitor, isIn } = await startServiceProvider();
    const other = await startClient(libraries[2]!);
    await visitor.open(`${home}/sign-in`);
    await visitor.open(`${other.home}/sign-in`);
    expect([await isIn(), visitor.signIns()]).toEqual([true, 1]);
    const page = await visitor.open(`${home}/sign-out`);
    expect([new URL(page.address).origin, await isIn()]).toEqual([home, false]);

    await visitor.open(`${home}/sign-in`);
    await visitor.open(`${other.home}/sign-in`);
    expect([await isIn(), visitor.signIns()]).toEqual([true, 2]);
    const signedOut = await visitor.open(`${other.home}/sign-out`);
    expect(new URL(signedOut.address).origin).toBe(other.home);
    await expect.poll(isIn).toBe(false);
  });
});
