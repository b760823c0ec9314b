import { account, cloud, experience, management, me, setup, wellKnown } from '@gatehouse/contract/apis.ts';
import { adminTenantId, defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { generateShortId } from '@gatehouse/contract/ids.ts';
import { afterEach, expect, test } from 'vitest';
import { createPerson, liftQuota } from '../api/cloud/testing/people.ts';
import { rowsOf } from '../api/testing/fuzz.ts';
import { seededRandom } from '../api/testing/samples.ts';
import { createManagementApplication } from '../domain/applications.ts';
import { call, requestToken, startTestApp, type TestApp } from '../http/testing/app.ts';
import { type Actor, actorsOf, actorsOfPerson } from './testing/fuzz-actors.ts';
import { type Campaign, type Place, runCampaign } from './testing/fuzz-campaign.ts';
import { plantEverywhere, readTenant } from './testing/planting.ts';

/** The share of each run of the suite. CONTRIBUTING.md has the command of the long run. */
const calls = Number(process.env.FUZZ_CALLS ?? 1600);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_117);
/** Each request changes what later ones can do, so a fresh tenant takes over after this many. */
const callsPerWorld = 2500;
const worldsFor = (total: number) => {
  const count = Math.ceil(total / callsPerWorld);
  return Array.from({ length: count }, (_, index) => ({ index, calls: Math.ceil(total / count) }));
};

const userRows = rowsOf(account, experience, wellKnown);
const tenantRows = [...rowsOf(management), ...userRows];
const consoleRows = [...rowsOf(cloud), ...rowsOf(setup)];
const isPrivate = ({ row }: (typeof tenantRows)[number]) => row.permission !== 'public';

const by = (name: string) => (actor: Actor) => new RegExp(name).test(actor.name);

let app: TestApp;
afterEach(() => app.close());

const attack = async (campaign: Omit<Campaign, 'random'>, victim: string, index: number) => {
  const before = await readTenant(app.database, victim);
  const planted = Object.values(before).filter(text => text.includes(campaign.marker));
  const { findings, answered } = await runCampaign({ ...campaign, random: seededRandom(seed + index) });
  if (process.env.FUZZ_CALLS)
    console.info({
      seed: seed + index,
      tables: [planted.length, Object.values(before).filter(Boolean).length],
      answered,
      findings,
    });
  expect(findings).toEqual([]);
  expect(await readTenant(app.database, victim)).toEqual(before);
  // The tenant still works. One of the attackers may have deleted the application that the tests use.
  const machine = await createManagementApplication(app.database, app.vault, { name: 'Afterwards' });
  const { access_token: token } = await requestToken(app.env.ENDPOINT, machine, { scope: 'all' });
  expect((await call(`${app.env.ENDPOINT}/api/resources`, { token })).status).toBe(200);
  return planted.length;
};

test.each(worldsFor(calls * 0.75))(
  'cloud, world $index: $calls requests of all kinds get no 5xx and nothing of another tenant',
  async ({ index, calls: share }) => {
    app = await startTestApp('postgresql', {
      variables: { GATEHOUSE_EDITION: 'cloud', GATEHOUSE_TENANTS_BY: 'path' },
    });
    const { ENDPOINT: origin, ADMIN_ENDPOINT: admin } = app.env;
    const marker = `zq${generateShortId().replace(/\d/g, 'x')}`;

    const victim = await createPerson(app, 'victim');
    const { body: theirs } = await victim.cloud('POST', '/tenants', { name: marker, tag: 'development' });
    await liftQuota(app, theirs.id);
    const planter = await createManagementApplication(app.database, app.vault, {
      name: marker,
      tenantId: theirs.id,
    });
    const home = `${origin}/t/${theirs.id}`;
    const { access_token: planting } = await requestToken(home, planter, {
      resource: `https://${theirs.id}.gatehouse.app/api`,
      scope: 'all',
    });
    const foreign = await plantEverywhere(`${home}/api`, planting, marker);

    await liftQuota(app, defaultTenantId);
    const actors = await actorsOf(app);
    const own = await plantEverywhere(`${origin}/api`, app.token, 'own');
    const owner = await createPerson(app, 'mallory');
    const { body: mine } = await owner.cloud('POST', '/tenants', { name: 'Mine', tag: 'development' });
    const guest = await createPerson(app, 'guest');
    const { body: sent } = await owner.member(mine.id, 'POST', '/invitations', {
      invitee: [guest.email],
      roleName: 'collaborator',
    });
    await guest.cloud('PATCH', `/invitations/${sent[0].id}/status`, { status: 'Accepted' });
    const people = [
      ...(await actorsOfPerson(owner, 'owner', mine.id)),
      ...(await actorsOfPerson(guest, 'collaborator', mine.id)),
    ];
    const everyone = [...actors, ...people];
    const [asUser, asMember, atMe] = [
      people.filter(by('cloud token')),
      people.filter(by('of the tenant')),
      people.filter(by('me token')),
    ];
    const inside: Place = {
      name: 'own tenant',
      origin: `${origin}/api`,
      rows: rowsOf(management),
      actors,
      isGuarded: true,
    };
    const places: Place[] = [
      inside,
      inside,
      inside,
      { ...inside, rows: userRows, likely: actors.filter(by('user of|visitor')), isGuarded: false },
      {
        name: 'own tenant by the console',
        origin: `${admin}/m/${mine.id}/api`,
        rows: rowsOf(management),
        actors: people,
        likely: asMember,
        isGuarded: false,
      },
      {
        name: 'other tenant',
        origin: `${home}/api`,
        rows: tenantRows.filter(isPrivate),
        actors: everyone,
        isGuarded: false,
      },
      {
        name: 'other tenant by the console',
        origin: `${admin}/m/${theirs.id}/api`,
        rows: tenantRows.filter(isPrivate),
        actors: everyone,
        likely: asMember,
        isGuarded: false,
      },
      {
        name: 'cloud',
        origin: `${admin}/api`,
        rows: consoleRows,
        actors: everyone,
        likely: [...asUser, ...asMember],
        isGuarded: false,
      },
      { name: 'me', origin: admin, rows: rowsOf(me), actors: everyone, likely: atMe, isGuarded: false },
    ];
    const tables = await attack(
      {
        places,
        own: { ...own.ids, tenants: mine.id, tenantId: mine.id, userId: guest.id },
        foreign: { ...foreign.ids, tenants: theirs.id, tenantId: theirs.id, userId: victim.id },
        marker,
        calls: share,
      },
      theirs.id,
      index,
    );
    // The marker stands in most of the tables that a tenant fills, or the test would prove little.
    expect([own.planted > 60, foreign.planted > 60, tables > 15]).toEqual([true, true, true]);
  },
  3_600_000,
);

test.each(worldsFor(calls * 0.25))(
  'self-hosted, world $index: the same for $calls requests, with the admin tenant as the other one',
  async ({ index, calls: share }) => {
    app = await startTestApp('postgresql');
    const { ENDPOINT: origin, ADMIN_ENDPOINT: admin } = app.env;
    const marker = `zq${generateShortId().replace(/\d/g, 'x')}`;
    const { body } = await call(`${admin}/api/setup/administrator`, {
      method: 'POST',
      body: { username: marker, password: 'correct horse battery' },
    });
    const actors = await actorsOf(app);
    const own = await plantEverywhere(`${origin}/api`, app.token, 'own');
    const inside: Place = {
      name: 'own tenant',
      origin: `${origin}/api`,
      rows: rowsOf(management),
      actors,
      isGuarded: true,
    };
    const places: Place[] = [
      inside,
      inside,
      { ...inside, rows: userRows, likely: actors.filter(by('user of|visitor')), isGuarded: false },
      {
        name: 'admin tenant',
        origin: `${admin}/api`,
        rows: [...tenantRows, ...consoleRows].filter(isPrivate),
        actors,
        isGuarded: false,
      },
      { name: 'me', origin: admin, rows: rowsOf(me), actors, isGuarded: false },
    ];
    await attack(
      {
        places,
        own: own.ids,
        foreign: { users: body?.id ?? marker, userId: body?.id ?? marker, tenants: adminTenantId },
        marker,
        calls: share,
      },
      adminTenantId,
      index,
    );
  },
  3_600_000,
);
