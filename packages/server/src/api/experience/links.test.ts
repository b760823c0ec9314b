import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { allowEmailCodes, proveByCode, visit } from './testing/visit.ts';

const path = '/experience/verification/one-time-token/verify';
const email = (value: string) => ({ type: 'email' as const, value });

describe.each(anyDatabase)('links that sign in, and who joins which organization, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await allowEmailCodes(app);
  });
  afterAll(() => app.close());

  const createToken = async (address: string, context: object = {}): Promise<string> =>
    (await app.manage('POST', '/one-time-tokens', { email: address, context })).body.token;
  const createOrganization = async (name: string): Promise<string> =>
    (await app.manage('POST', '/organizations', { name })).body.id;
  const organizationsOf = async (userId: string) =>
    (await app.manage('GET', `/users/${userId}/organizations`)).body as {
      name: string;
      organizationRoles: { name: string }[];
    }[];

  test('a link signs in once, and lets into its organizations with the roles of newcomers', async () => {
    const { body: user } = await app.manage('POST', '/users', { primaryEmail: 'ada@example.com' });
    const organizationId = await createOrganization('Invited');
    const { body: role } = await app.manage('POST', '/organization-roles', { name: 'guest' });
    await app.manage('POST', `/organizations/${organizationId}/jit/roles`, {
      organizationRoleIds: [role.id],
    });
    const token = await createToken('ada@example.com', { jitOrganizationIds: [organizationId, 'gone'] });
    const { step } = await visit(app, 'SignIn');
    const verify = (identifier = email('ada@example.com')) => step('POST', path, { identifier, token });
    expect((await verify(email('eve@example.com'))).body.code).toBe('one_time_token.email_mismatch');
    const { body } = await verify();
    expect((await verify()).body.code).toBe('one_time_token.token_consumed');
    expect((await step('POST', '/experience/identification', body)).status).toBe(204);
    expect(await organizationsOf(user.id)).toEqual([]);
    expect((await step('POST', '/experience/submit')).body.redirectTo).toContain('/oidc/auth/');
    expect(await organizationsOf(user.id)).toMatchObject([
      { name: 'Invited', organizationRoles: [{ name: 'guest' }] },
    ]);
  });

  test('a link registers, with the address proven', async () => {
    const token = await createToken('new@example.com', { interactionEvent: 'Register' });
    const { step } = await visit(app, 'SignIn');
    const verify = () => step('POST', path, { identifier: email('new@example.com'), token });
    expect((await verify()).body.code).toBe('one_time_token.interaction_event_mismatch');
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    const { body } = await verify();
    expect((await step('POST', '/experience/identification', body)).status).toBe(201);
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const { body: users } = await app.manage('GET', '/users?search.primaryEmail=new@example.com');
    expect(users).toHaveLength(1);
  });

  test('no link to sign in resets a password, and one that is unknown or past its time does nothing', async () => {
    const { step: forgetful } = await visit(app, 'ForgotPassword');
    const identifier = email('ada@example.com');
    const token = await createToken('ada@example.com');
    expect((await forgetful('POST', path, { identifier, token })).body.code).toBe(
      'one_time_token.interaction_event_mismatch',
    );
    const { step } = await visit(app, 'SignIn');
    expect((await step('POST', path, { identifier, token: 'unknown' })).status).toBe(404);
    await app.database.system(db => db.updateTable('oneTimeTokens').set({ expiresAt: 0 }).execute());
    expect((await step('POST', path, { identifier, token })).body.code).toBe('one_time_token.token_expired');
    await app.app.services.audit.flush();
    const { body: logs } = await app.manage(
      'GET',
      '/logs?logKey=Interaction.SignIn.Verification.OneTimeToken.Submit',
    );
    expect(logs[0].payload).toMatchObject({ error: { code: 'one_time_token.token_expired' } });
  });

  test('who registers with a proven address joins the organizations of its domain', async () => {
    const organizationId = await createOrganization('Colleagues');
    await app.manage('POST', `/organizations/${organizationId}/jit/email-domains`, {
      emailDomain: 'colleagues.example',
    });
    const register = async (address: string) => {
      const { step } = await visit(app, 'Register');
      const verificationId = await proveByCode(app, step, email(address), 'Register');
      await step('POST', '/experience/identification', { verificationId });
      return (await step('GET', '/experience/interaction')).body.userId as string;
    };
    expect(await organizationsOf(await register('Bob@Colleagues.example'))).toMatchObject([
      { name: 'Colleagues' },
    ]);
    expect(await organizationsOf(await register('bob@elsewhere.example'))).toEqual([]);
  });

  test('the enterprise in charge of an address is found, when enterprises are on', async () => {
    const { body: connector } = await app.manage('POST', '/sso-connectors', {
      providerName: 'OIDC',
      connectorName: 'Enterprise',
      domains: ['enterprise.example'],
      config: { issuer: 'https://id.enterprise.example', clientId: 'client', clientSecret: 'secret' },
    });
    const find = async (address: string) => {
      const { step } = await visit(app);
      return (await step('GET', `/experience/sso-connectors?email=${address}`)).body;
    };
    await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: false });
    expect(await find('eve@enterprise.example')).toEqual({ connectorIds: [] });
    await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
    expect(await find('Eve@Enterprise.example')).toEqual({ connectorIds: [connector.id] });
    expect(await find('eve@example.com')).toEqual({ connectorIds: [] });
    expect((await find('nobody')).code).toBe('guard.invalid_input');
  });
});
