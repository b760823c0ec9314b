import { samlBindings } from '@gatehouse/contract/saml.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import type { Browser } from '../http/testing/browser.ts';
import { acs, createServiceProvider, entityId } from '../saml/testing/service-provider.ts';
import { enter, password, secondHasPassed } from './testing/people.ts';

describe.each(anyDatabase)('a SAML sign-in of a user who is shut out meanwhile on %s', kind => {
  let app: TestApp;
  let origin: string;
  let id: string;
  beforeAll(async () => {
    app = await startTestApp(kind);
    origin = app.env.ENDPOINT;
    const personalData = { canExport: false, canDelete: true, graceDays: 7 };
    await app.manage('PATCH', '/account-center', { enabled: true, personalData });
    id = (await app.manage('POST', '/saml-applications', { name: 'Ledger' })).body.id;
    const acsUrl = { binding: samlBindings.post, url: acs };
    await app.manage('PATCH', `/saml-applications/${id}`, { entityId, acsUrl });
  });
  afterAll(() => app.close());

  const create = async (username: string) => {
    const { body } = await app.manage('POST', '/users', { username, password });
    return { userId: body.id as string, person: await enter(app, { username }) };
  };
  const suspend = (userId: string) =>
    app.manage('PATCH', `/users/${userId}/is-suspended`, { isSuspended: true });

  /** Up to the address that the code comes back to. */
  const takeCode = async (browser: Browser) => {
    const sp = await createServiceProvider(origin, id);
    let address = await sp.getAuthorizeUrlAsync('', undefined, {});
    for (let hops = 0; hops < 5 && !address.includes('/callback?'); hops += 1)
      address = new URL((await browser.send(address)).location ?? '/none', origin).href;
    return address;
  };

  const isLetIn = async (browser: Browser, callback: string) => {
    const { text } = await browser.send(callback);
    const value = /name="SAMLResponse" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const xml = Buffer.from(value.replaceAll('&#61;', '='), 'base64').toString('utf8');
    return xml.includes('status:Success');
  };

  /** All that the provider keeps, as a request would write it that began before the end and finishes after it. */
  const keepRows = async () => {
    const columns = sql.raw('tenant_id, model_name, id, payload, expires_at');
    const { rows } = await app.database.system(db =>
      sql<{ kept: string }>`select jsonb_agg(to_jsonb(oidc_model_instances))::text as kept
        from oidc_model_instances where consumed_at is null`.execute(db),
    );
    return () =>
      app.database.system(db =>
        sql`insert into oidc_model_instances (${columns}) select ${columns}
          from jsonb_populate_recordset(null::oidc_model_instances, ${rows[0]!.kept}::jsonb)
          on conflict do nothing`.execute(db),
      );
  };

  const ends = {
    suspended: suspend,
    'leaving for good': async (_, person) =>
      person.send('POST', '/my-account/deletion', undefined, await person.prove()),
    'given another password': userId =>
      app.manage('PATCH', `/users/${userId}/password`, { password: 'another horse battery' }),
  } satisfies Record<
    string,
    (userId: string, person: Awaited<ReturnType<typeof create>>['person']) => Promise<{ status: number }>
  >;

  test.each(Object.entries(ends))('gives no assertion for a user who is %s', async (name, end) => {
    const { userId, person } = await create(`user_${name.replaceAll(' ', '_')}`);
    const good = await takeCode(person.browser);
    expect(await isLetIn(person.browser, good)).toBe(true);
    const late = await takeCode(person.browser);
    await secondHasPassed();
    const writeAgain = await keepRows();
    expect((await end(userId, person)).status).toBe(200);
    await writeAgain();
    expect(await isLetIn(person.browser, late)).toBe(false);
  });

  test('gives none for codes that were made while an administrator suspended the user', async () => {
    let count = 0;
    for (let round = 0; round < 3; round += 1) {
      const { userId, person } = await create(`racer_${round}`);
      const codes = Array.from({ length: 20 }, () => takeCode(person.browser));
      await Promise.any(codes);
      const [answer, ...addresses] = await Promise.all([suspend(userId), ...codes]);
      expect(answer.status).toBe(200);
      const callbacks = addresses.filter(address => address.includes('code='));
      count += callbacks.length;
      const got = await Promise.all(callbacks.map(address => isLetIn(person.browser, address)));
      expect(got.filter(Boolean)).toEqual([]);
    }
    expect(count).toBeGreaterThan(0);
  }, 60_000);
});
