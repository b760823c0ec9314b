import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminTenantId, meAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { sealConfig } from '../connectors/sealed-config.ts';
import { startOpenIdProvider } from '../connectors/testing/open-id-provider.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { testOrigin } from '../database/testing/tenants.ts';
import { revokeOtherAccess } from '../domain/sessions.ts';
import { findUser } from '../domain/users.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { enter, openAccountCenter, password, secondHasPassed } from './testing/people.ts';

const ofOwner = 'a much better battery staple';
const ofThief = 'what the thief would like to have';

/** A server of others, such as a register of leaked passwords, that answers when it is told to. */
const startSlow = async (answerTo: (request: IncomingMessage) => Promise<string>) => {
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const server = createServer((request, response) => {
    const answer = async () => response.end(await answerTo(request));
    if (isSlow) waiting.push(answer);
    else void answer();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Holds the work up in the middle, does the rest, and then lets the work finish. */
    async overtake<Result>(work: () => Promise<Result>, meanwhile: () => Promise<unknown>) {
      isSlow = true;
      const result = work();
      await expect.poll(() => waiting.length).toBe(1);
      isSlow = false;
      await meanwhile();
      waiting.pop()?.();
      return result;
    },
    close: () => server.close(),
  };
};

describe.each(databaseKinds)('a thief who is changing the password while the user does, on %s', kind => {
  let app: TestApp;
  let register: Awaited<ReturnType<typeof startSlow>>;
  let op: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let provider: Awaited<ReturnType<typeof startSlow>>;
  beforeAll(async () => {
    register = await startSlow(async () => '');
    op = await startOpenIdProvider();
    provider = await startSlow(async request => {
      const body = request.method === 'POST' ? Buffer.concat(await request.toArray()) : undefined;
      return (await fetch(`${op.url}${request.url}`, { method: request.method, body })).text();
    });
    app = await startTestApp(kind, {
      variables: { GATEHOUSE_BREACH_LOOKUP_URL: register.url, GATEHOUSE_CONNECTORS_URL: provider.url },
    });
    await openAccountCenter(app);
  });
  afterAll(async () => {
    await app.close();
    register.close();
    provider.close();
    await op.close();
  });

  test('[V7.4.3] has lost the session by then, and the password of the user stays', async () => {
    await app.manage('POST', '/users', { username: 'owner', password });
    const [thief, owner] = [await enter(app, { username: 'owner' }), await enter(app, { username: 'owner' })];
    const [byThief, byOwner] = [await thief.prove(), await owner.prove()];
    const set = (who: typeof owner, value: string, proof: string) =>
      who.send('POST', '/my-account/password', { password: value }, proof);
    const late = await register.overtake(
      () => set(thief, ofThief, byThief),
      async () => expect((await set(owner, ofOwner, byOwner)).status).toBe(204),
    );
    expect(late.status).toBe(401);
    expect((await owner.send('GET', '/my-account')).status).toBe(200);
    expect(await owner.prove(ofThief)).toBeUndefined();
    expect(await owner.prove(ofOwner)).toBeDefined();
  });

  test('has lost the session of the console by then, too, and one proof is for one change', async () => {
    const { session } = await createPerson(app, 'manager');
    const stolen = await signInToConsole(app, { username: 'manager', password });
    const [own, by] = [
      await session.token({ resource: meAudience }),
      await stolen.token({ resource: meAudience }),
    ];
    const send = (path: string, body: object, token: string) =>
      call(`${app.env.ADMIN_ENDPOINT}/me${path}`, { method: 'POST', token, body });
    const prove = async (value: string, token = own) =>
      (await send('/password/verify', { password: value }, token)).status;
    expect([await prove(password, by), await prove(password)]).toEqual([204, 204]);
    await secondHasPassed();
    const late = await register.overtake(
      () => send('/password', { password: ofThief }, by),
      async () => expect((await send('/password', { password: ofOwner }, own)).status).toBe(204),
    );
    expect(late.status).toBe(401);
    expect(await prove(ofOwner)).toBe(204);
    const second = await register.overtake(
      () => send('/password', { password: ofThief }, own),
      async () => expect((await send('/password', { password }, own)).status).toBe(204),
    );
    expect(second.body.code).toBe('session.verification_failed');
    expect(await prove(password)).toBe(204);
  });

  test('changes nothing in the console after the session has ended, also when the password stays', async () => {
    const { id } = await createPerson(app, 'traveler');
    const people = app.database.tenant(adminTenantId);
    await people.write(testOrigin, async tx => {
      const config = sealConfig(app.vault, op.socialConfig);
      await tx.insert('connectors', {
        id: 'harbour',
        connectorId: 'oidc',
        config,
        metadata: { target: 'harbour' },
      });
    });
    const steal = async () => {
      const stolen = await signInToConsole(app, { username: 'traveler', password });
      const token = await stolen.token({ resource: meAudience });
      const send = (path: string, body: object) =>
        call(`${app.env.ADMIN_ENDPOINT}/me${path}`, { method: 'POST', token, body });
      expect((await send('/password/verify', { password })).status).toBe(204);
      return send;
    };
    const endAll = () => people.write(testOrigin, tx => revokeOtherAccess(tx, id, undefined));

    const bySession = await steal();
    const late = await register.overtake(() => bySession('/password', { password: ofThief }), endAll);
    expect(late.status).toBe(401);

    const send = await steal();
    const asked = { state: 'abcd1234', redirectUri: 'https://console.example/handle' };
    const { body } = await send('/social/authorization-uri', { connectorId: 'harbour', ...asked });
    const answer = await op.consent(body.redirectTo, { sub: 'thief' });
    const link = { connectorId: 'harbour', connectorData: { ...asked, ...answer } };
    const linked = await provider.overtake(() => send('/social/link-identity', link), endAll);
    expect(linked.status).toBe(401);
    const owner = await people.read(db => findUser(db, id));
    expect(owner.identities).toEqual({});
    // The password is still the old one.
    await steal();
  });
});
