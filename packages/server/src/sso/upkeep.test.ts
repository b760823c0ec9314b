import { X509Certificate } from 'node:crypto';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { testVault } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import type { Logger } from '../log.ts';
import { createIdentityProvider } from './testing/identity-provider.ts';
import { refreshEnterpriseConnections } from './upkeep.ts';

describe('the upkeep of enterprise connectors', () => {
  let app: TestApp;
  let world: StandIn;
  let idp: Awaited<ReturnType<typeof createIdentityProvider>>;
  let endsAt: number;
  beforeAll(async () => {
    world = await startStandIn();
    idp = await createIdentityProvider();
    endsAt = Date.parse(new X509Certificate(idp.key.certificate).validTo);
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const create = async (connectorName: string) => {
    const config = { metadataUrl: `https://${connectorName}.example/metadata` };
    const { body, text } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName,
      config,
    });
    expect(body.id, text).toBeTruthy();
    return body.id as string;
  };
  /** Everything that can be seen of one look at all connectors. */
  const look = async (failsFor?: string) => {
    const told: string[] = [];
    await refreshEnterpriseConnections({
      database: app.database,
      vault: testVault,
      outgoing: app.app.services.outgoing,
      logger: { warn: vi.fn(), error: vi.fn() } as unknown as Logger,
      now: () => endsAt - 5 * dayMs,
      pageOf: (_, path) => path,
      async notify(_, notice) {
        const { name } = notice as { name: string };
        if (name === failsFor) throw new Error('The process ends.');
        told.push(name);
      },
    });
    return told.toSorted();
  };

  test('a notice that could not be sent comes with the next look, and a silent address keeps no other waiting', async () => {
    const ids = [await create('silent'), await create('acme'), await create('mail')];
    const silence = Promise.withResolvers<void>();
    const answer = { text: idp.metadata };
    world.answer({
      'silent.example/metadata': () => silence.promise.then(() => ({ status: 500 })),
      'acme.example/metadata': answer,
      'mail.example/metadata': answer,
    });
    const first = look('acme');
    // All are asked before the first has answered.
    await expect.poll(() => world.asked.length, { timeout: 5000 }).toBe(3);
    silence.resolve();
    expect(await first).toEqual(['mail']);
    expect(await look()).toEqual(['acme']);
    expect(await look()).toEqual([]);
    for (const id of ids) await app.manage('DELETE', `/sso-connectors/${id}`);
  });

  test('an address that cannot be read is not asked again by each sign-in', async () => {
    const failing = (path: string) => ({ [path]: { status: 503 } });
    const begin = async (id: string) => {
      const { step } = await visit(app, 'SignIn');
      return step('POST', `/experience/verification/sso/${id}/authorization-uri`, {
        state: 'relay',
        redirectUri: `${app.env.ENDPOINT}/callback/${id}`,
      });
    };
    const saml = await create('gone');
    world.answer({
      ...failing('gone.example/metadata'),
      ...failing('gone.example/.well-known/openid-configuration'),
    });
    const { body: oidc } = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'gone OIDC',
      config: { clientId: 'gatehouse', clientSecret: 'secret', issuer: 'https://gone.example' },
    });
    for (const id of [saml, oidc.id as string]) {
      world.asked.length = 0;
      for (let count = 0; count < 5; count += 1) expect((await begin(id)).status).toBeGreaterThanOrEqual(400);
      expect(world.asked.length).toBeLessThanOrEqual(1);
    }
    for (let count = 0; count < 5; count += 1) {
      const url = `${app.env.ENDPOINT}/api/authn/single-sign-on/saml/${saml}/logout?SAMLRequest=AAAA`;
      expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
    }
    expect(world.asked.filter(({ path }) => path.endsWith('/metadata'))).toEqual([]);
    // An administrator who has seen to it does not wait, and nor do users from then on.
    world.answer({ 'gone.example/metadata': { text: idp.metadata } });
    expect((await begin(saml)).status).toBeGreaterThanOrEqual(400);
    const { providerProblem } = (await app.manage('GET', `/sso-connectors/${saml}`)).body;
    expect(providerProblem).toBeUndefined();
    expect((await begin(saml)).status).toBe(200);
  });
});
