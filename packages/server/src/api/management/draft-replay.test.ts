import { multiFactorAcr } from '@gatehouse/contract/authentication-levels.ts';
import type { DraftReplay, ReplayKind } from '@gatehouse/contract/draft-replay.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purge } from '../../database/purge.ts';
import { anyDatabase } from '../../database/testing/open.ts';
import { factsOf } from '../../domain/sign-in/facts.ts';
import { loadSignInConfiguration } from '../../domain/sign-in/load.ts';
import { decideSignIn } from '../../domain/sign-in-decision.ts';
import { context, signInTable } from '../../domain/testing/sign-in-table.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { enter, type Visitor } from './testing/enter.ts';
import { byEmail, byUsername, usual } from './testing/refused-sign-ins.ts';
import { tokenWith } from './testing/tokens.ts';

type Request = { method: string; path: string; body?: object };
type Case = {
  name: string;
  /** The settings with which the sign-in is recorded. */
  live?: object;
  user?: object;
  requests: (made: { applicationId: string; roleId: string }) => Request[];
  kind: ReplayKind;
  code: string;
  /** How a sign-in ends once the draft is published. By default, at the error. */
  ends?: string;
};

const experience = (body: object): Request => ({ method: 'PATCH', path: '/sign-in-exp', body });
const passkeys = { passkeySignIn: { enabled: true } };
const required = (...factors: string[]) => ({ mfa: { policy: 'Mandatory', factors } });

const cases: Case[] = [
  {
    name: 'MFA that is required',
    requests: () => [experience(required('Totp'))],
    kind: 'asked',
    code: 'user.missing_mfa',
  },
  {
    name: 'a sign-in method that is turned off',
    requests: () => [experience({ signIn: { methods: [byEmail] } })],
    kind: 'refused',
    code: 'user.sign_in_method_not_enabled',
  },
  {
    name: 'passkeys that are offered',
    requests: () => [experience(passkeys)],
    kind: 'asked',
    code: 'user.passkey_preferred',
  },
  {
    name: 'passkeys that are no longer offered',
    live: passkeys,
    requests: () => [experience({ passkeySignIn: { enabled: false } })],
    kind: 'spared',
    code: 'user.passkey_preferred',
    ends: 'in',
  },
  {
    name: 'an email address that everybody needs',
    user: { primaryEmail: null },
    requests: () => [
      { method: 'POST', path: '/connectors', body: { connectorId: 'development-mailbox' } },
      experience({ signUp: { identifiers: ['email'], password: false, verify: true } }),
    ],
    kind: 'asked',
    code: 'user.missing_profile',
  },
  {
    name: 'a level that an application asks for',
    requests: ({ applicationId }) => [
      experience({ mfa: { policy: 'NoPrompt', factors: ['Totp'] } }),
      {
        method: 'PATCH',
        path: `/applications/${applicationId}`,
        body: { customClientMetadata: { minimumAcr: multiFactorAcr } },
      },
    ],
    kind: 'asked',
    code: 'user.missing_mfa',
  },
  {
    name: 'an application that is open to a role only',
    requests: ({ applicationId, roleId }) => [
      {
        method: 'PUT',
        path: `/applications/${applicationId}/access-control`,
        body: { userIds: [], userRoleIds: [roleId], organizationIds: [], organizationRoleRules: [] },
      },
      {
        method: 'PATCH',
        path: `/applications/${applicationId}`,
        body: { appLevelAccessControlEnabled: true },
      },
    ],
    kind: 'refused',
    code: 'access_denied',
  },
  {
    name: 'adaptive MFA',
    user: { withTotp: true },
    requests: () => [
      experience({ mfa: { policy: 'NoPrompt', factors: ['Totp'] }, adaptiveMfa: { enabled: true } }),
    ],
    kind: 'asked',
    code: 'session.mfa.require_mfa_verification',
  },
  {
    name: 'a sign-in method that is turned on',
    live: { signIn: { methods: [byEmail] } },
    requests: () => [experience({ signIn: { methods: [byUsername] } })],
    kind: 'admitted',
    code: 'user.sign_in_method_not_enabled',
    ends: 'in',
  },
];

describe.each(anyDatabase)('the replay of a draft on %s', kind => {
  let app: TestApp;
  let count = 0;
  let draft: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await app.manage(method, path, body);
    expect([path, answer.text, answer.status < 300]).toEqual([path, answer.text, true]);
    return answer.body;
  };
  const settle = (settings: object = {}) => send('PATCH', '/sign-in-exp', { ...usual, ...settings });
  const forgetAll = () => app.database.system(db => db.deleteFrom('signInFacts').execute());
  beforeEach(async () => {
    await settle();
    await app.app.services.audit.flush();
    await forgetAll();
    draft = `/drafts/${(await send('POST', '/drafts', { name: 'Replayed' })).id}`;
  });

  const arrange = async ({ withTotp, ...fields }: Record<string, unknown> = {}): Promise<Visitor> => {
    count += 1;
    const named = { username: `replayed_${count}`, password: 'correct horse battery' };
    const email = `person+tag@tenant-${count}.example`;
    const { id: userId } = await send('POST', '/users', { ...named, primaryEmail: email, ...fields });
    if (withTotp) await send('POST', `/users/${userId}/mfa-verifications`, { type: 'Totp' });
    const { id: applicationId } = await send('POST', '/applications', {
      name: `Till ${count}`,
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [`${app.env.ENDPOINT}/demo-app`], postLogoutRedirectUris: [] },
    });
    return { method: 'username_password', ...named, email, userId, applicationId };
  };
  const add = async (requests: Request[]) => {
    for (const request of requests) await send('POST', `${draft}/requests`, request);
  };
  const replay = async (query = ''): Promise<DraftReplay> => {
    await app.app.services.audit.flush();
    return send('GET', `${draft}/replay${query}`);
  };
  const rows = async () => {
    await app.app.services.audit.flush();
    return app.database.system(db => db.selectFrom('signInFacts').selectAll().execute());
  };

  test.each(cases.map(each => [each.name, each] as const))(
    'foretells what happens with %s',
    async (_, { live, user, requests, kind: effect, code, ends = code }) => {
      const visitor = await arrange(user as Record<string, unknown>);
      const applicationId = visitor.applicationId!;
      const { id: roleId } = await send('POST', '/roles', { name: `Cashier ${count}`, description: 'Till' });
      await settle(live);
      await enter(app, visitor);
      expect(await replay()).toMatchObject({ signIns: 1, changed: 0, outdated: 0, unknown: 0, groups: [] });
      await add(requests({ applicationId, roleId }));
      const replayed = await replay();
      expect(replayed).toMatchObject({ signIns: 1, changed: 1, outdated: 0, unknown: 0 });
      expect(replayed.groups).toMatchObject([
        {
          kind: effect,
          code,
          signIns: 1,
          people: 1,
          examples: [{ userId: visitor.userId, userName: visitor.username, applicationId }],
        },
      ]);
      expect(replayed.days.reduce((sum, day) => sum + day.changed, 0)).toBe(1);
      // Nothing of it is live before the draft is published.
      expect((await rows()).length).toBeGreaterThan(0);
      await send('POST', `${draft}/publish`, {});
      expect(await enter(app, { ...visitor, stuckOn: code })).toBe(ends);
    },
  );

  test('tells which sign-ins today’s settings decide otherwise, and which cannot be told', async () => {
    const visitor = await arrange({ withTotp: true });
    await settle(required('Totp'));
    expect(await enter(app, { ...visitor, stuckOn: 'session.mfa.require_mfa_verification' })).toBe(
      'session.mfa.require_mfa_verification',
    );
    await settle({ mfa: { policy: 'NoPrompt', factors: ['Totp'] }, adaptiveMfa: { enabled: false } });
    await settle();
    const adaptive = { mfa: { policy: 'NoPrompt', factors: ['Totp'] }, adaptiveMfa: { enabled: true } };
    await add([experience(adaptive)]);
    // The sign-in never ended, so that its device was not looked up.
    expect(await replay()).toMatchObject({ signIns: 1, changed: 0, outdated: 1, unknown: 1 });
  });

  test('a draft that the server would refuse now is not replayed, nor is one that is live', async () => {
    const { id } = await send('POST', '/roles', { name: `Gone ${kind}`, description: 'Gone' });
    await add([{ method: 'PATCH', path: `/roles/${id}`, body: { description: 'Other' } }]);
    await send('DELETE', `/roles/${id}`);
    expect((await app.manage('GET', `${draft}/replay`)).body.code).toBe('draft.refused');
    expect((await app.manage('GET', `${draft}/replay/export`)).body.code).toBe('draft.refused');
    const [{ id: requestId }] = (await send('GET', `${draft}/diff`)).requests;
    await send('DELETE', `${draft}/requests/${requestId}`);
    await add([experience({ signInMode: 'SignIn' })]);
    await send('POST', `${draft}/publish`, {});
    expect((await app.manage('GET', `${draft}/replay`)).body.code).toBe('draft.published');
    expect((await app.manage('GET', '/drafts/unknown/replay')).status).toBe(404);
  });

  test('takes the permission to read the log, and names people to callers who may read users', async () => {
    const visitor = await arrange();
    await enter(app, visitor);
    await add([experience(required('Totp'))]);
    await app.app.services.audit.flush();
    const as = async (...permissions: Parameters<typeof tokenWith>[1]) => {
      const token = await tokenWith(app, permissions);
      return (path: string) => call(`${app.env.ENDPOINT}/api${draft}${path}`, { token });
    };
    const onlyDrafts = await as('bundles:read');
    for (const path of ['/replay', '/replay/export']) expect((await onlyDrafts(path)).status).toBe(403);
    const withLogs = await as('bundles:read', 'logs:read');
    const [unnamed] = (await withLogs('/replay')).body.groups[0].examples;
    expect(unnamed.userId).toBe(visitor.userId);
    expect(unnamed).not.toHaveProperty('userName');
    const withUsers = await as('bundles:read', 'logs:read', 'users:read');
    expect((await withUsers('/replay')).body.groups[0].examples[0].userName).toBe(visitor.username);
    expect((await withLogs('/replay/export')).text).not.toContain(visitor.username);
    const lines = (await withUsers('/replay/export')).text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('time,effect,code,rule,userId,user,applicationId,signInId');
    expect(lines[1]).toContain(`"asked","user.missing_mfa","needsSecondFactor","${visitor.userId}"`);
    const listed = (await withUsers('/replay/export?format=json')).body;
    expect(listed).toMatchObject([{ effect: 'asked', userName: visitor.username }]);
  });

  test('facts hold no address, no name and no secret, and end with the person', async () => {
    const visitor = await arrange({ primaryPhone: '491510012399', name: 'Ada Lovelace' });
    await enter(app, { ...visitor, method: 'username_password' });
    // Without the times, in which any digits come up.
    const text = JSON.stringify(await rows(), (name, value) => (/At$/.test(name) ? undefined : value));
    expect(text).toContain(visitor.userId);
    for (const personal of [visitor.username, visitor.password, 'person+tag', '491510012399', 'Lovelace'])
      expect(text).not.toContain(personal);
    await send('POST', `/users/${visitor.userId}/erase`);
    expect(await rows()).toEqual([]);
  });

  test('facts are kept as long as the tenant wants', async () => {
    const visitor = await arrange();
    await settle({ signInRecords: { days: 0 } });
    await enter(app, visitor);
    expect(await rows()).toEqual([]);
    await settle({ signInRecords: { days: 7 } });
    await enter(app, visitor);
    const sweep = (days: number) =>
      purge(app.database, { logDays: 365, changeDays: 365, isCloud: false, now: Date.now() + days * dayMs });
    await rows();
    await sweep(6);
    expect((await rows()).length).toBeGreaterThan(0);
    await sweep(8);
    expect(await rows()).toEqual([]);
    expect((await app.manage('PATCH', '/sign-in-exp', { signInRecords: { days: 91 } })).status).toBe(400);
  });

  test('100,000 recorded decisions and the same configuration: no difference', async () => {
    const situations = Object.values(signInTable)
      .flat()
      .flatMap(([, stage, , situation]) =>
        stage === 'identify' || stage === 'submit'
          ? [{ stage, situation: { ...context, ...situation } }]
          : [],
      );
    const configuration = await app.database.tenant('default').read(loadSignInConfiguration);
    const decided = situations.map(({ stage, situation }) => {
      const { verdict, trace } = decideSignIn(stage, configuration, situation);
      const facts = factsOf(situation, { isRiskKnown: true });
      return { stage, facts, code: verdict?.code, rule: verdict && trace.at(-1)?.rule };
    });
    const { audit } = app.app.services;
    for (let place = 0; place < 100_000; place += 1) {
      audit.keep('default', { signInId: `sign-in-${place}`, ...decided[place % decided.length]! });
      if (place % 20_000 === 0) await audit.flush();
    }
    const replayed = await replay();
    expect(replayed).toMatchObject({ signIns: 100_000, changed: 0, outdated: 0, groups: [] });
    expect(replayed).not.toHaveProperty('sample');
  });
});
