import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { meAudience } from '@gatehouse/contract/dialect.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson } from '../api/cloud/testing/people.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';
import { signInToConsole } from '../http/testing/console.ts';
import { enter, openAccountCenter, password, secondHasPassed } from './testing/people.ts';

const ofOwner = 'a much better battery staple';
const ofThief = 'what the thief would like to have';

/** A register of leaked passwords that answers when it is told to. */
const startRegister = async () => {
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const server = createServer((_, response) => {
    const answer = () => response.end('');
    if (isSlow) waiting.push(answer);
    else answer();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Holds the work up in the middle, does the rest, and then lets the work finish. */
    async overtake<Result>(work: () => Promise<Result>, meanwhile: () => Promise<void>) {
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
  let register: Awaited<ReturnType<typeof startRegister>>;
  beforeAll(async () => {
    register = await startRegister();
    app = await startTestApp(kind, { variables: { GATEHOUSE_BREACH_LOOKUP_URL: register.url } });
    await openAccountCenter(app);
  });
  afterAll(async () => {
    await app.close();
    register.close();
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
});
