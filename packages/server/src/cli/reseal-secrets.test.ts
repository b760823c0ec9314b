import { describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { createVault } from '../database/vault.ts';
import { requestToken, startTestApp } from '../http/testing/app.ts';
import { createLogger } from '../log.ts';
import { resealSecrets } from './reseal-secrets.ts';

const formerKey = Buffer.alloc(32, 7);
const nextKey = Buffer.alloc(32, 8);

describe.each(databaseKinds)('replacing the secret key on %s', kind => {
  test('what the former key sealed is sealed again, and the server continues without that key', async () => {
    const app = await startTestApp(kind);
    const { manage } = app;
    const url = 'https://receiver.example/in';
    const { body: hook } = await manage('POST', '/hooks', {
      events: ['User.Created'],
      config: { url, headers: { 'x-token': 'of-the-receiver' } },
    });
    const { body: connector } = await manage('POST', '/connectors', {
      connectorId: 'github-universal',
      config: { clientId: 'id', clientSecret: 'of-github' },
    });
    const { body: user } = await manage('POST', '/users', { username: 'ann' });
    const factor = await manage('POST', `/users/${user.id}/mfa-verifications`, { type: 'Totp' });
    expect(factor.status).toBe(200);
    const { body: token } = await manage('POST', `/users/${user.id}/personal-access-tokens`, {
      name: 'script',
    });
    await app.app.close();

    const both = createVault(nextKey, [formerKey]);
    const told: string[] = [];
    const first = await resealSecrets(app.database, both, line => told.push(line));
    expect(first).toMatchObject({ keyId: both.keyId, broken: 0 });
    expect(first.resealed).toBeGreaterThanOrEqual(5);
    for (const table of ['application_secrets', 'configs', 'connectors', 'hooks', 'users'])
      expect(told.some(line => line.startsWith(`${table}: `))).toBe(true);
    expect(await resealSecrets(app.database, both, () => undefined)).toMatchObject({ resealed: 0 });

    const { env, database } = app;
    const logger = createLogger('silent');
    const anew = await createApp({ env, database, vault: createVault(nextKey), logger });
    await anew.listen();
    expect((await requestToken(env.ENDPOINT, app.manager, { scope: 'all' })).status).toBe(200);
    expect((await manage('GET', `/hooks/${hook.id}`)).body).toMatchObject({
      signingKey: hook.signingKey,
      config: { headers: { 'x-token': 'of-the-receiver' } },
    });
    expect((await manage('GET', `/connectors/${connector.id}`)).body.config).toMatchObject({
      clientSecret: 'of-github',
    });
    expect((await manage('GET', `/users/${user.id}/mfa-verifications`)).body).toMatchObject([
      { type: 'Totp' },
    ]);
    const tokens = await manage('GET', `/users/${user.id}/personal-access-tokens`);
    expect(tokens.body).toMatchObject([{ value: token.value }]);

    // A value that no key opens stays as it is, and does not block the rest.
    const broken = `v1.${createVault(formerKey).keyId}.${'A'.repeat(60)}`;
    await database.system(db => db.updateTable('hooks').set({ signingKey: broken }).execute());
    expect(await resealSecrets(database, both, () => undefined)).toMatchObject({ resealed: 0, broken: 1 });
    await anew.close();
    await database.close();
  });
});
