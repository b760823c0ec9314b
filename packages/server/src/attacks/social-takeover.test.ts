import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { listFactories } from '../connectors/catalogue.ts';
import { type StandIn, startStandIn } from '../connectors/testing/stand-in.ts';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

const base = '/experience/verification/social/plain';
const victim = { email: 'victim@example.com', phone: '4915112345678' };

/** An attacker has an account at a provider and writes the victim's address into it. */
describe.each(anyDatabase)('social accounts with unverified addresses, on %s', kind => {
  let app: TestApp;
  let world: StandIn;
  beforeAll(async () => {
    world = await startStandIn();
    app = await startTestApp(kind, { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
    await app.manage('POST', '/users', {
      username: 'victim',
      primaryEmail: victim.email,
      primaryPhone: victim.phone,
    });
    await app.manage('POST', '/connectors', {
      id: 'plain',
      connectorId: 'oauth2',
      config: configOf({}),
      metadata: { target: 'plain', name: { en: 'Plain' } },
    });
    await app.manage('PATCH', '/sign-in-exp', {
      socialSignInConnectorTargets: ['plain'],
      socialSignIn: { automaticAccountLinking: true },
    });
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const configOf = (trust: object) => ({
    authorizationEndpoint: 'https://plain.example/auth',
    tokenEndpoint: 'https://plain.example/token',
    userInfoEndpoint: 'https://plain.example/me',
    clientId: 'client',
    clientSecret: 'secret',
    ...trust,
  });
  const trust = (switches: object) =>
    app.manage('PATCH', '/connectors/plain', { config: configOf(switches) });

  /** Comes back from the provider, which says this of the attacker, and asks to be linked. */
  const arrive = async (said: object) => {
    world.answer({
      'plain.example/token': { json: { access_token: 'at', token_type: 'bearer' } },
      'plain.example/me': { json: { id: 'attacker', name: 'Mallory', ...said } },
    });
    const { step } = await visit(app, 'SignIn');
    const redirectUri = `${app.env.ENDPOINT}/callback/plain`;
    const { body } = await step('POST', `${base}/authorization-uri`, { state: 's', redirectUri });
    const { verificationId } = body;
    const verified = await step('POST', `${base}/verify`, {
      verificationId,
      connectorData: { code: 'c', state: 's', redirectUri },
    });
    expect(verified.status, verified.text).toBe(200);
    return { step, verificationId };
  };
  const link = async (said: object) => {
    const { step, verificationId } = await arrive(said);
    return step('POST', '/experience/identification', { verificationId, linkSocialIdentity: true });
  };

  test.each([
    ['no word on the address', { email: victim.email }],
    ['"false" as text', { email: victim.email, email_verified: 'false' }],
    ['false', { email: victim.email, email_verified: false }],
    ['null', { email: victim.email, email_verified: null }],
    ['no word on the number', { phone: victim.phone }],
    ['a number that is not verified', { phone: victim.phone, phone_number_verified: 'false' }],
    ['the flag of the other one', { phone: victim.phone, email_verified: true }],
  ])(
    '[V6.8.1] %s: neither the link that was asked for nor the automatic one finds the victim',
    async (_, said) => {
      const refused = await link(said);
      expect(refused).toMatchObject({ status: 404, body: { code: 'user.identity_not_exist' } });
      // Nor does the response reveal that a user has the address.
      expect(refused.body.data).toBeUndefined();
    },
  );

  test('an unverified address does not become the email of a new user', async () => {
    const { step } = await arrive({ id: 'newcomer', email: 'stranger@example.com' });
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    await step('POST', '/experience/profile', { type: 'username', value: `newcomer_${kind}` });
    const { body } = await step('GET', '/experience/interaction');
    const social = body.verificationRecords.find(({ type }: { type: string }) => type === 'Social');
    const made = await step('POST', '/experience/identification', { verificationId: social.id });
    expect(made.status, made.text).toBe(201);
    const { body: users } = await app.manage('GET', `/users?search.username=newcomer_${kind}`);
    expect(users[0]).toMatchObject({ primaryEmail: null });
  });

  test('verified ones are linked, and unverified ones where an administrator says so', async () => {
    expect((await link({ email: victim.email, email_verified: true })).status).toBe(204);
    expect((await link({ phone: victim.phone, phone_number_verified: 'true' })).status).toBe(204);
    await trust({ trustUnverifiedEmail: true });
    expect((await link({ email: victim.email })).status).toBe(204);
    expect((await link({ phone: victim.phone })).status).toBe(404);
    await trust({ trustUnverifiedPhone: true });
    expect((await link({ phone: victim.phone })).status).toBe(204);
    expect((await link({ email: victim.email })).status).toBe(404);
  });
});

test('trusting unverified claims of a provider is a switch that is off by default', () => {
  const switches = listFactories().flatMap(({ formItems }) =>
    (formItems ?? []).filter(({ key }) => key.startsWith('trustUnverified')),
  );
  expect(switches.length).toBeGreaterThan(3);
  for (const item of switches)
    expect(item).toMatchObject({ type: 'Switch', description: expect.any(String) });
  for (const { defaultValue } of switches) expect(defaultValue ?? false).toBe(false);
});
