import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { createPeople, type People } from '../oidc/testing/people.ts';

const crowds = [2, 10, 50];

describe.each(databaseKinds)('one refresh token many times at once on %s', kind => {
  let app: TestApp;
  let people: People;
  let config: openid.Configuration;
  beforeAll(async () => {
    app = await startTestApp(kind);
    people = createPeople(app);
    config = await people.discover((await people.createApplication({ name: 'Shop', type: 'SPA' })).id);
  });
  afterAll(() => app.close());

  /** A key for DPoP that never gets a nonce from others: each request proves on its own. */
  const newKey = async () => {
    const pair = await openid.randomDPoPKeyPair('ES256');
    return () => openid.getDPoPHandle(config, pair);
  };
  type Handle = Awaited<ReturnType<typeof newKey>>;
  const refresh = (token: string, handle?: Handle) =>
    openid.refreshTokenGrant(config, token, undefined, handle ? { DPoP: handle() } : {}).then(
      ({ refresh_token: next = '' }) => ({ next, error: undefined }),
      (error: { error?: string; message?: string }) => ({ next: '', error: error.error ?? error.message }),
    );
  const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const storedTokens = (accountId: string) =>
    app.database
      .tenant('default')
      .read(db =>
        db
          .selectFrom('oidcModelInstances')
          .select('consumedAt')
          .where('modelName', '=', 'RefreshToken')
          .where('accountId', '=', accountId)
          .execute(),
      );
  const age = () =>
    people.write(tx =>
      tx.db
        .updateTable('oidcModelInstances')
        .set({ consumedAt: Date.now() - 62_000 })
        .where('consumedAt', 'is not', null)
        .execute(),
    );

  test.each(crowds)('%i requests of a public client get one successor', async count => {
    const { tokens, userId } = await people.register(config, `crowd${count}`);
    const first = tokens?.refresh_token ?? '';
    const answers = await atOnce(count, () => refresh(first));
    expect(answers.filter(({ error }) => error)).toEqual([]);
    const successors = [...new Set(answers.map(({ next }) => next))];
    expect(successors).toHaveLength(1);
    const stored = await storedTokens(userId ?? '');
    expect(stored.map(({ consumedAt }) => consumedAt !== null).toSorted()).toEqual([false, true]);
    const { next } = await refresh(successors[0]!);
    expect(next).not.toBe('');
    await age();
    expect(await refresh(first)).toMatchObject({ error: 'invalid_grant' });
    expect(await refresh(next)).toMatchObject({ error: 'invalid_grant' });
  });

  test.each(crowds)(
    '%i requests bound to a key get one successor, and a thief with another key nothing',
    async count => {
      const [own, other] = [await newKey(), await newKey()];
      const { tokens } = await people.register(config, `bound${count}`, {}, { dpop: own() });
      const first = tokens?.refresh_token ?? '';
      const [answers, stolen, bare] = await Promise.all([
        atOnce(count, () => refresh(first, own)),
        atOnce(count, () => refresh(first, other)),
        atOnce(count, () => refresh(first)),
      ]);
      expect(answers.filter(({ error }) => error)).toEqual([]);
      const successors = [...new Set(answers.map(({ next }) => next))];
      expect(successors).toHaveLength(1);
      expect([...stolen, ...bare].filter(({ next }) => next)).toEqual([]);
      expect(await refresh(successors[0]!, other)).toMatchObject({ next: '' });
      expect((await refresh(successors[0]!, own)).next).not.toBe('');
    },
  );

  test('a revocation among them is the end of all', async () => {
    const { tokens } = await people.register(config, 'revoked');
    const first = tokens?.refresh_token ?? '';
    const answers = await atOnce(20, async index => {
      if (index !== 7) return refresh(first);
      await openid.tokenRevocation(config, first);
      return { next: '', error: undefined };
    });
    for (const next of new Set([first, ...answers.map(answer => answer.next)].filter(Boolean)))
      expect(await refresh(next)).toMatchObject({ error: 'invalid_grant' });
  });
});
