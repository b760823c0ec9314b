import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { call, requestToken } from '../../packages/server/src/http/testing/app.ts';
import { freePort } from '../../packages/server/src/http/testing/free-port.ts';
import { createVisitor } from '../../packages/server/src/outside-software/testing/visitor.ts';
import { commandPath } from '../drills/support/components.mjs';
import { createProduct } from '../drills/support/product.mjs';
import { startProgram } from '../drills/support/programs.mjs';

const person = { username: 'ada', password: 'correct horse battery', name: 'Ada Lovelace' };
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** One running product with a user, and what the cases ask of it. */
export const createWorld = async context => {
  const product = await createProduct(context);
  await product.start();
  const { endpoint } = product;
  const manager = JSON.parse(await product.command('m2m', 'create', '--name', 'Outside', '--json'));
  const { access_token: token } = await requestToken(endpoint, manager, { scope: 'all' });

  const manage = async (method, path, body) => {
    const { status, text, body: read } = await call(`${endpoint}/api${path}`, { method, body, token });
    assert(status < 300, `${method} ${path}: ${status} ${text}`);
    return read;
  };

  const { id: userId } = await manage('POST', '/users', person);
  await manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  const portal = await createPortal(endpoint, manage);
  const visit = answer => createVisitor(endpoint, person, answer);
  return {
    ...context,
    ...createPrograms(context),
    endpoint,
    issuer: `${endpoint}/oidc`,
    person: { ...person, id: userId },
    manage,
    visit,
    ...createConnections(endpoint, manage, portal),
    ...createWalks(endpoint, visit, portal),

    /** Ends all sessions of the user, as an administrator does. */
    async endSessions() {
      const { sessions } = await manage('GET', `/users/${userId}/sessions`);
      for (const { payload } of sessions) await manage('DELETE', `/users/${userId}/sessions/${payload.uid}`);
    },
  };
};

/** The application that users of an enterprise sign in to; any page can stand in for it. */
const createPortal = async (endpoint, manage) => {
  const uri = `${endpoint}/demo-app`;
  const { id } = await manage('POST', '/applications', {
    name: 'Portal',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [uri], postLogoutRedirectUris: [uri] },
  });
  const signIn = new URL(`${endpoint}/oidc/auth`);
  signIn.search = new URLSearchParams({
    client_id: id,
    redirect_uri: uri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return {
    id,
    uri,
    signIn,
    /** Exchanges the code in the browser's URL for the portal's tokens. */
    async redeem({ address, text }) {
      const code = new URL(address).searchParams.get('code');
      assert(code, `The browser is at ${address}.\n${text}`);
      const { body } = await call(`${endpoint}/oidc/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: id,
          redirect_uri: uri,
          code,
          code_verifier: verifier,
        }).toString(),
      });
      return body;
    },
  };
};

/** Starts the software of others, and ends it. */
const createPrograms = context => {
  const programs = [];
  return {
    start(...parameters) {
      const program = startProgram(context, ...parameters);
      // Killed, Apache would leave its workers behind.
      context.defer(() => program.end('SIGTERM'));
      programs.push(program);
      return program;
    },
    /** The last words of what was started, for a failure; and the end of it. */
    async endPrograms() {
      const words = programs.map(({ command, output }) => `${command} printed:\n${output().slice(-4000)}`);
      await Promise.all(programs.splice(0).map(program => program.end('SIGTERM')));
      return words.join('\n\n');
    },
  };
};

/** Objects an administrator creates for software to connect to. */
const createConnections = (endpoint, manage, portal) => ({
  /** An application with a secret, as the console creates it. */
  async createClient(name, oidcClientMetadata, fields = {}) {
    const application = { name, type: 'Traditional', oidcClientMetadata, ...fields };
    const { id } = await manage('POST', '/applications', application);
    const [{ value: secret }] = await manage('GET', `/applications/${id}/secrets`);
    return { id, secret };
  },

  /**
   * A SAML application. `metadata` is what its product reads about us; `importFrom` takes what the product says of itself,
   * and `change` what an administrator decides beyond that.
   */
  async createSamlApplication(name) {
    const { id } = await manage('POST', '/saml-applications', { name });
    const path = `/saml-applications/${id}`;
    const { text: metadata } = await call(`${endpoint}/api${path}/metadata`);
    return {
      id,
      metadata,
      change: fields => manage('PATCH', path, fields),
      importFrom: url => manage('POST', `${path}/import-metadata`, { url }),
    };
  },

  /** An enterprise connection by SAML. `connect` takes the metadata of its identity provider. */
  async createSamlConnector(connectorName, domain, { signsRequests }) {
    const path = await manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName,
      domains: [domain],
    }).then(({ id }) => `/sso-connectors/${id}`);
    if (signsRequests) await manage('POST', `${path}/signing-keys`, { active: true });
    const { id, providerConfig } = await manage('GET', path);
    const { entityId } = providerConfig.serviceProvider;
    return {
      id,
      entityId,
      metadata: (await call(entityId)).text,
      connect: (metadata, settings = {}) =>
        manage('PATCH', path, { config: { metadata, signAuthnRequest: signsRequests, ...settings } }),
      allowIdpInitiated: () =>
        manage('PUT', `${path}/idp-initiated-auth-config`, {
          defaultApplicationId: portal.id,
          autoSendAuthorizationRequest: false,
          clientIdpInitiatedAuthCallbackUri: portal.signIn.href,
        }),
    };
  },
});

/** The steps of users, from sign-in to sign-out. */
const createWalks = (endpoint, visit, { uri, signIn: signInAtPortal, redeem }) => {
  const finishAtPortal = async page => {
    const { access_token: token } = await redeem(page);
    return (await call(`${endpoint}/oidc/me`, { token })).body;
  };

  /** Signs out of the portal, and so here and wherever the session reaches. */
  const signOutHere = async visitor => {
    const { id_token: hint } = await redeem(await visitor.open(signInAtPortal.href));
    const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: uri });
    const { address, text } = await visitor.open(`${endpoint}/oidc/session/end?${query}`);
    assert(address.startsWith(uri), `The sign-out here ended at ${address}.\n${text}`);
  };

  return {
    finishAtPortal,
    signOutHere,
    /** A sign-in through an enterprise connection, up to what the user info says. */
    signInByEnterprise: async (visitor, connectorId) =>
      finishAtPortal(await visitor.open(`${signInAtPortal}&direct_sign_in=sso:${connectorId}`)),

    /**
     * The walk through single logout. `isIn` opens the product with a browser and says whether its user is known there.
     * Signed out in the product, the session here is over. Signed out here, the one in the product is.
     */
    async walkThroughLogout({ signIn, signOut, isIn }) {
      const visitor = visit();
      await visitor.open(signIn);
      assert(await isIn(visitor), 'The user is not signed in.');
      await visitor.open(signOut);
      assert(!(await isIn(visitor)), 'The product has not signed the user out.');
      assert.equal(visitor.signIns(), 1);
      await visitor.open(signIn);
      assert.equal(visitor.signIns(), 2, 'The session here has outlived the logout in the product.');
      assert(await isIn(visitor), 'The user is not signed in again.');

      await signOutHere(visitor);
      assert.equal(visitor.signIns(), 2);
      assert(!(await isIn(visitor)), 'The session in the product has outlived the sign-out here.');
    },

    /** Whether the portal asks a browser without a session here for a password. */
    async isAskedHere(visitor) {
      const before = visitor.signIns();
      await visitor.open(signInAtPortal.href);
      return visitor.signIns() > before;
    },
  };
};

/** An address that nothing uses yet. */
export const reserveSite = async () => {
  const port = await freePort();
  return { port, home: `http://localhost:${port}` };
};

/** A key and a certificate for it, as the manuals of the software tell to make them. */
export const createKey = (directory, name) => {
  const [key, certificate] = [join(directory, `${name}.key`), join(directory, `${name}.crt`)];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`];
  execFileSync(commandPath('openssl'), [...request, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  // Servers that give up root read it as another user.
  chmodSync(key, 0o644);
  return { key, certificate };
};

/** An application's user data, as JSON. */
export const readPage = ({ address, status, text }) => {
  assert.equal(status, 200, `${address} answered ${status}.\n${text}`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${address} shows no user:\n${text}`);
  }
};

/** The walk through an application that signs in by OpenID Connect. */
export const walkThrough = async (world, { home, signIn, refresh, signOut }) => {
  const { person, visit } = world;
  const visitor = visit();
  const expected = { sub: person.id, name: person.name };
  const isUser = (page, when) => {
    const { sub, name } = readPage(page);
    assert.deepEqual({ sub, name }, expected, when);
  };
  isUser(await visitor.open(signIn), 'after the sign-in');
  assert.equal(visitor.signIns(), 1);
  for (const address of refresh) isUser(await visitor.open(await address(visitor)), 'after a refresh');
  const page = await visitor.open(signOut);
  assert(page.address.startsWith(home), `The sign-out ended at ${page.address}.\n${page.text}`);
  isUser(await visitor.open(signIn), 'after the second sign-in');
  assert.equal(visitor.signIns(), 2, 'The session at the provider has outlived the sign-out.');
  return visitor;
};
