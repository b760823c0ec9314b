import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCloudflare } from '../custom-domains/testing/cloudflare-stand-in.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { openWorkplace, type Workplace } from './testing/members.ts';

type Call = TestApp['manage'];

const openDraft = async (manage: Call) => {
  const path = `/drafts/${(await manage('POST', '/drafts', { name: 'Draft' })).body.id}`;
  return {
    add: (method: string, target: string, body?: unknown) =>
      manage('POST', `${path}/requests`, { method, path: target, ...(body === undefined ? {} : { body }) }),
    diff: () => manage('GET', `${path}/diff`),
    publish: (body: object = {}) => manage('POST', `${path}/publish`, body),
    path,
  };
};

describe.each(databaseKinds)('drafts under attack on %s', kind => {
  let app: TestApp;
  let cloudflare: Awaited<ReturnType<typeof startCloudflare>>;
  let drift = 0;
  let driftPerLook = 0;
  beforeAll(async () => {
    cloudflare = await startCloudflare({ token: 'token-of-tests', zoneId: 'zone' });
    app = await startTestApp(kind, {
      variables: {
        PROTECTED_APPS_DOMAIN: 'apps.example',
        CLOUDFLARE_API_TOKEN: 'token-of-tests',
        CLOUDFLARE_ZONE_ID: 'zone',
        CLOUDFLARE_CNAME_TARGET: 'domains.gatehouse.example',
        CLOUDFLARE_API_URL: cloudflare.url,
      },
      now: () => {
        drift += driftPerLook;
        return Date.now() + drift;
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await cloudflare.close();
  });

  const createSite = async (subDomain: string) => {
    const protectedAppMetadata = { subDomain, origin: 'https://shop.example' };
    const fields = { name: subDomain, type: 'Protected', protectedAppMetadata };
    return (await app.manage('POST', '/applications', fields)).body.id as string;
  };

  test('a draft gives no custom domain of a protected application away, and asks for none', async () => {
    const { add } = await openDraft(app.manage);
    const [site, other] = [await createSite('shop'), await createSite('store')];
    const domainsOf = (id: string) => `/applications/${id}/protected-app-metadata/custom-domains`;
    await app.manage('POST', domainsOf(site), { domain: 'shop.harbour.example' });
    const known = { id: 'cf-shop', hostname: 'shop.harbour.example', status: 'active' };
    cloudflare.hostnames.set(known.id, {
      ...known,
      verification_errors: [],
      ssl: { status: 'active', validation_errors: [] },
    });
    await app.database.system(db =>
      db
        .updateTable('domains')
        .set({ cloudflareData: { id: known.id } })
        .execute(),
    );
    const answers = [
      await add('DELETE', `${domainsOf(site)}/shop.harbour.example`),
      await add('POST', domainsOf(other), { domain: 'store.harbour.example' }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'draft.unsupported_request'));
    expect([...cloudflare.hostnames.keys()]).toEqual([known.id]);
  });

  test('a draft holds no users and no keys', async () => {
    const { add } = await openDraft(app.manage);
    for (const [method, path] of [
      ['POST', '/roles/any/users'],
      ['DELETE', '/roles/any/users/any'],
      ['PUT', '/applications/any/users/any/consent-organizations'],
      ['POST', '/applications/any/secrets'],
      ['DELETE', '/applications/any/legacy-secret'],
      ['POST', '/saml-applications/any/secrets'],
      ['POST', '/sso-connectors/any/signing-keys'],
      ['POST', '/sso-connectors/any/encryption-keys'],
      ['PATCH', '/hooks/any/signing-key'],
    ] as const)
      expect((await add(method, path, {})).body.code, path).toBe('draft.unsupported_request');
  });

  test('a protected application is made and moved in a draft, without a lookup of its host', async () => {
    const { add, publish } = await openDraft(app.manage);
    const site = await createSite('moved');
    const made = { subDomain: 'made', origin: 'https://made.nowhere.invalid' };
    const answers = [
      await add('POST', '/applications', { name: 'Made', type: 'Protected', protectedAppMetadata: made }),
      await add('PATCH', `/applications/${site}`, {
        protectedAppMetadata: { origin: 'https://moved.nowhere.invalid' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await publish()).status).toBe(200);
    const { body: after } = await app.manage('GET', `/applications/${site}`);
    expect(after.protectedAppMetadata.origin).toBe('https://moved.nowhere.invalid');
  });

  test('a draft that would hold its transaction for long is neither compared nor published', async () => {
    const { add, diff, publish } = await openDraft(app.manage);
    for (const name of ['One', 'Two']) await add('POST', '/roles', { name, description: 'New' });
    driftPerLook = 11_000;
    const answers = [await diff(), await publish(), await add('DELETE', '/roles/any')];
    driftPerLook = 0;
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [503, 'request.timeout']),
    );
    expect((await diff()).body.objects).toHaveLength(2);
  });

  test('a draft does not grow without end', async () => {
    const { add, diff } = await openDraft(app.manage);
    const customCss = 'x'.repeat(900_000);
    const sizes: number[] = [];
    for (let count = 0; count < 4; count += 1)
      sizes.push((await add('PATCH', '/sign-in-exp', { customCss })).status);
    expect(sizes).toEqual([201, 201, 201, 413]);
    expect((await diff()).body.requests).toHaveLength(3);
  });
});

describe('drafts and the tenants of the cloud', () => {
  let app: TestApp;
  let place: Workplace;
  let neighbour: Workplace;
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
    place = await openWorkplace(app);
    neighbour = await openWorkplace(app, 'neighbour');
  });
  afterAll(() => app.close());

  test('comparisons and exports of one tenant that wait for each other leave room for other tenants', async () => {
    const { manage } = place.owner;
    const { add, path } = await openDraft(manage);
    const { body: role } = await manage('POST', '/roles', { name: 'Locked', description: 'Before' });
    await add('PATCH', `/roles/${role.id}`, { description: 'After' });
    let answers: ReturnType<typeof manage>[] = [];
    await app.database.system(async db => {
      await db.selectFrom('roles').select('id').where('id', '=', role.id).forUpdate().execute();
      answers = Array.from({ length: 24 }, (_, index) =>
        manage('GET', index % 2 === 0 ? `${path}/diff` : '/bundle'),
      );
      const waiting = async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length;
      await expect.poll(waiting).toBe(1);
      for (let count = 0; count < 3; count += 1)
        expect((await neighbour.owner.manage('GET', '/roles')).status).toBe(200);
      expect(await waiting()).toBe(1);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await manage('GET', `${path}/diff`)).status).toBe(200);
  });

  test('many replays as files wait for each other, and leave the database to other tenants', async () => {
    const { manage } = place.owner;
    const { add, path } = await openDraft(manage);
    await add('PATCH', '/sign-in-exp', { mfa: { policy: 'Mandatory', factors: ['Totp'] } });
    let answers: ReturnType<typeof manage>[] = [];
    await app.database.system(async db => {
      await sql`lock table sign_in_facts in access exclusive mode`.execute(db);
      answers = Array.from({ length: 8 }, () => manage('GET', `${path}/replay/export?days=90&format=csv`));
      const waiting = async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length;
      await expect.poll(waiting).toBe(1);
      for (let count = 0; count < 30; count += 1)
        expect((await neighbour.owner.manage('GET', '/roles')).status).toBe(200);
      expect(await waiting()).toBe(1);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
