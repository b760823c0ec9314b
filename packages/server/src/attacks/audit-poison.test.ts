import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';

/** Entries are written together: what a stranger puts into one must not cost those of others. */
describe.each(databaseKinds)('the audit log on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    // Nothing is written before the test says so.
    app = await startTestApp(kind, { auditIntervalMs: 3_600_000 });
    await app.app.services.audit.flush();
  });
  afterAll(() => app.close());

  const keysSince = async (start: number) => {
    await app.app.services.audit.flush();
    const { body } = await app.manage('GET', `/logs?start_time=${start}&page_size=100`);
    return (body as { key: string }[]).map(({ key }) => key);
  };

  test('keeps what happened beside requests with characters that no database takes', async () => {
    const start = Date.now() - 1;
    await app.manage('PATCH', '/configs/client-registration', { mode: 'Open' });
    expect((await requestToken(app.env.ENDPOINT, app.manager, { scope: 'all' })).status).toBe(200);
    for (const path of [
      '/api/authn/single-sign-on/saml/%00/logout?SAMLRequest=x',
      '/oidc/register/%00',
      '/api/saml/%00/logout?SAMLRequest=x&SigAlg=%00&Signature=%00',
    ])
      expect((await call(`${app.env.ENDPOINT}${path}`)).status).toBeLessThan(500);
    const keys = await keysSince(start);
    expect(keys).toContain('ExchangeTokenBy.ClientCredentials');
    expect(keys).toContain('SamlLogout.Request');
  });

  test('loses only an entry that cannot be written at all', async () => {
    const start = Date.now() - 1;
    const { audit } = app.app.services;
    const payload = { result: 'Success' as const };
    audit.append('default', { key: 'Unknown', payload: { ...payload, detail: 'before \ud83d' } });
    // A name of a detail is ours; here it stands for whatever else a database may refuse.
    audit.append('default', { key: 'Account.Lock', payload: { ...payload, 'bad\0': 1 } });
    audit.append('default', { key: 'Unknown', payload: { ...payload, detail: 'after' } });
    const keys = await keysSince(start);
    expect(keys.filter(key => key === 'Unknown')).toHaveLength(2);
    expect(keys).not.toContain('Account.Lock');
  });
});
