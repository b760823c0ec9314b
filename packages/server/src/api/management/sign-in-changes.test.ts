import { adminTenantId, managementAudience } from '@gatehouse/contract/dialect.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import type { SignInChange } from '@gatehouse/contract/sign-in-changes.ts';
import type { CheckedSignIn } from '@gatehouse/contract/sign-in-check.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { testOrigin } from '../../database/testing/tenants.ts';
import { addMember } from '../../domain/tenant-members.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { signInToConsole } from '../../http/testing/console.ts';
import { createCertificate } from '../../saml/certificate.ts';
import { createPerson } from '../cloud/testing/people.ts';
import { keepMessages, visit } from '../experience/testing/visit.ts';
import { enter, type Visitor } from './testing/enter.ts';
import {
  byEmail,
  type RefusedSignIn,
  refusedCodes,
  refusedSignIns,
  usual,
} from './testing/refused-sign-ins.ts';
import { tokenWith } from './testing/tokens.ts';

type SignInSuggestion = { changes: SignInChange[] };

describe.each(anyDatabase)('what would let a user sign in, on %s', kind => {
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  /** The same situation again, for another user. */
  const arrange = async ({
    method = 'username_password',
    settings,
    user,
    prepare,
    stuckOn,
  }: RefusedSignIn) => {
    count += 1;
    const named = {
      username: `gate_${count}`,
      email: `gate@tenant-${count}.example`,
      password: 'correct horse battery',
    };
    expect((await app.manage('PATCH', '/sign-in-exp', { ...usual, ...settings })).status).toBe(200);
    const { username, password, email: primaryEmail } = named;
    const { body } = await app.manage('POST', '/users', { username, password, primaryEmail, ...user });
    const visitor: Visitor = { method, ...named, userId: body.id, ...(stuckOn ? { stuckOn } : {}) };
    const prepared = await prepare?.(app, visitor);
    return { ...visitor, ...(prepared && !('status' in (prepared as object)) ? (prepared as object) : {}) };
  };

  const pathOf = ({ userId, method, applicationId, stuckOn }: Visitor, end = '/changes') => {
    const query = { method, ...(applicationId ? { applicationId } : {}), ...(stuckOn ? { stuckOn } : {}) };
    return `/users/${userId}/sign-in-check${end}?${new URLSearchParams(query)}`;
  };
  const suggest = async (visitor: Visitor): Promise<SignInSuggestion[]> => {
    const { status, body } = await app.manage('GET', pathOf(visitor));
    expect(status).toBe(200);
    return body;
  };
  const kindsOf = (suggestions: SignInSuggestion[]) =>
    suggestions.map(({ changes }) => changes.map(change => change.kind));
  const isOpen = async (visitor: Visitor) => {
    const { body } = await app.manage('GET', pathOf(visitor, ''));
    return (body as CheckedSignIn[]).find(({ method }) => method === visitor.method)?.isAllowed;
  };

  const fills = ({ username, email }: Visitor) => ({
    password: 'another horse battery',
    username,
    primaryEmail: email,
    primaryPhone: '15550100',
  });
  /** Sends what the suggestion says and nothing else. */
  const apply = async ({ changes }: SignInSuggestion, visitor: Visitor): Promise<Visitor> => {
    const known = fills(visitor);
    for (const { method, path, body, fill } of changes.flatMap(({ requests }) => requests)) {
      const whole = fill ? { ...body, [fill]: known[fill] } : body;
      const { status } = await app.manage(method, path, whole);
      expect([path, status < 300]).toEqual([path, true]);
    }
    const hasNewPassword = changes.some(change => change.kind === 'set_password');
    return hasNewPassword ? { ...visitor, password: known.password } : visitor;
  };

  /** Each suggestion is tried on a situation of its own. */
  const prove = async (refused: RefusedSignIn) => {
    const first = await arrange(refused);
    expect(await enter(app, first)).toBe(refused.code);
    expect(kindsOf(await suggest(first))).toEqual(refused.changes);
    for (const [index, kinds] of refused.changes.entries()) {
      const visitor = await arrange(refused);
      const suggestion = (await suggest(visitor))[index]!;
      const after = await apply(suggestion, visitor);
      const { stuckOn, ...answering } = after;
      // A new password is forgotten as easily as the one before.
      if (stuckOn !== 'session.invalid_credentials') expect(await suggest(after)).toEqual([]);
      expect(await suggest(answering)).toEqual([]);
      expect([kinds, await enter(app, after)]).toEqual([kinds, 'in']);
    }
  };

  test.each(refusedSignIns.map(refused => [refused.name, refused] as const))('%s', async (_, refused) => {
    await prove(refused);
  });

  test('a sign-in that nothing but a connector would let through has no suggestion', async () => {
    const visitor = await arrange({ name: '', method: 'email_code', code: '', changes: [] });
    expect(await isOpen(visitor)).toBe(false);
    expect(await suggest(visitor)).toEqual([]);
  });

  test('a caller is told which permission a change takes, and is refused without it', async () => {
    const visitor = await arrange({
      name: '',
      settings: { signIn: { methods: [byEmail] } },
      prepare: (_, { userId }) => app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true }),
      code: '',
      changes: [],
    });
    const reading: ManagementPermission[] = [
      'users:read',
      'applications:read',
      'organizations:read',
      'roles:read',
      'sign-in-experience:read',
      'sso-connectors:read',
    ];
    const url = (path: string) => `${app.env.ENDPOINT}/api${path}`;
    const token = await tokenWith(app, [...reading, 'users:write']);
    const { body } = await call(url(pathOf(visitor)), { token });
    const [{ changes }] = body as [SignInSuggestion];
    expect(changes).toMatchObject([
      { kind: 'reactivate_user', permission: 'users:write' },
      {
        kind: 'enable_method',
        permission: 'sign-in-experience:write',
        obstacle: 'permission',
        affects: { isCapped: false },
      },
    ]);
    expect(changes[0]).not.toHaveProperty('obstacle');
    expect(changes[1]?.affects?.count).toBeGreaterThan(0);
    const [request] = changes[1]!.requests;
    const sent = await call(url(request!.path), { method: request!.method, body: request!.body, token });
    expect(sent.status).toBe(403);
    for (const missing of reading) {
      const weaker = await tokenWith(
        app,
        reading.filter(name => name !== missing),
      );
      expect([missing, (await call(url(pathOf(visitor)), { token: weaker })).status]).toEqual([missing, 403]);
    }
    expect((await call(url(pathOf(visitor)))).status).toBe(401);
  });

  test('a user of another tenant, an unknown method of the user and unknown questions are refused', async () => {
    const visitor = await arrange({ name: '', code: '', changes: [] });
    const status = async (path: string) => (await app.manage('GET', path)).status;
    const { id } = await app.database
      .tenant('admin')
      .write(testOrigin, tx => tx.insert('users', { id: 'other-person', username: 'other' }));
    expect(await status(`/users/${id}/sign-in-check/changes?method=username_password`)).toBe(404);
    expect(await status(`/users/${visitor.userId}/sign-in-check/changes?method=social&target=none`)).toBe(
      404,
    );
    expect(await status(`/users/${visitor.userId}/sign-in-check/changes?method=word`)).toBe(400);
    expect(await status(`/users/${visitor.userId}/sign-in-check/changes`)).toBe(400);
    expect(await status(pathOf({ ...visitor, stuckOn: 'something' }))).toBe(400);
    expect(await status(pathOf({ ...visitor, applicationId: 'none' }))).toBe(404);
  });

  test('enterprise SSO that is off for all is turned on', async () => {
    const visitor = await arrange({
      name: '',
      method: 'enterprise_sso',
      settings: { singleSignOnEnabled: false },
      code: '',
      changes: [],
    });
    const { certificate } = await createCertificate({ subject: 'idp.example', years: 1 });
    const { body: connector } = await app.manage('POST', '/sso-connectors', {
      providerName: 'SAML',
      connectorName: visitor.username,
      config: {
        signInEndpoint: 'https://idp.example/sso',
        entityId: 'https://idp.example',
        x509Certificate: certificate,
      },
    });
    await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: false });
    await app.database.tenant('default').write(testOrigin, tx =>
      tx.insert('userSsoIdentities', {
        id: visitor.username,
        userId: visitor.userId,
        issuer: 'https://idp.example',
        identityId: visitor.username,
        ssoConnectorId: connector.id,
      }),
    );
    const begin = async () => {
      const { step } = await visit(app, 'SignIn');
      const path = `/experience/verification/sso/${connector.id}/authorization-uri`;
      const redirectUri = `${app.env.ENDPOINT}/callback/${connector.id}`;
      return (await step('POST', path, { state: 'state', redirectUri })).body;
    };
    const path = `${pathOf(visitor)}&target=${connector.id}`;
    expect((await begin()).code).toBe('connector.not_enabled');
    const { body } = await app.manage('GET', path);
    expect(kindsOf(body)).toEqual([['enable_sso']]);
    await apply(body[0], visitor);
    expect(await begin()).toMatchObject({
      authorizationUri: expect.stringContaining('https://idp.example/sso'),
    });
    expect((await app.manage('GET', path)).body).toEqual([]);
  });

  test('members cannot change settings that are managed as code, and are told so', async () => {
    const { id } = await createPerson(app, 'owner');
    const people = app.database.tenant(adminTenantId);
    await people.write(testOrigin, tx => addMember(tx, 'default', id, 'admin'));
    (await app.app.services.tenants.admin()).cached.invalidate('members');
    const session = await signInToConsole(app, { username: 'owner', password: 'correct horse battery' });
    const token = await session.token({ resource: managementAudience('default') });
    const visitor = await arrange(refusedSignIns.find(({ name }) => name === 'method off, and suspended')!);
    const ask = async () => {
      const { body } = await call(`${app.env.ENDPOINT}/api${pathOf(visitor)}`, { token });
      return (body as SignInSuggestion[]).map(({ changes }) => changes.map(({ obstacle }) => obstacle));
    };
    expect(await ask()).toEqual([[undefined, undefined]]);
    await app.manage('PUT', '/bundle/managed', { repository: 'https://git.example/tenant' });
    expect(await ask()).toEqual([[undefined, 'managed_as_code']]);
    await app.manage('PUT', '/bundle/managed', { repository: null });
  });

  describe('with codes', () => {
    beforeAll(() => keepMessages(app));

    test.each(refusedCodes.map(refused => [refused.name, refused] as const))('%s', async (_, refused) => {
      await prove(refused);
    });
  });
});
