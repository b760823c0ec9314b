import { nameIdFormats } from '@gatehouse/contract/saml.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../database/testing/open.ts';
import { systemOrigin } from '../domain/origins.ts';
import { createBrowser } from '../http/testing/browser.ts';
import { createParticipant } from '../single-logout/testing/participant.ts';
import { type SamlSignIn, startSamlSignIn } from '../sso/testing/saml-sign-in.ts';
import { storedFiles, tracesIn, vacuumedFiles } from './testing/stored-bytes.ts';

const email = 'sigismunda@acme.example';
const displayName = 'Sigismunda Searchable';
const value = 'persistent-name-of-sigismunda';
const leaving = 'leaving.searchable@example.com';
const traces = [email, displayName, value, leaving];

/** Assertions are kept against replays, and logouts until the browser comes back. */
describe.each(databaseKinds)('the erasure of a user who signs in and out by SAML, on %s', kind => {
  let saml: SamlSignIn;
  beforeAll(async () => {
    saml = await startSamlSignIn(kind);
  });
  afterAll(() => saml.close());

  /** As text: in the files, it can be compressed. */
  const statistics = async () => {
    const { rows } = await saml.app.database.system(db =>
      sql`select most_common_vals::text, histogram_bounds::text from pg_stats
        where schemaname = current_schema()`.execute(db),
    );
    return { name: 'pg_stats', bytes: Buffer.from(JSON.stringify(rows)) };
  };
  const tracesLeft = async () =>
    tracesIn(
      [await statistics(), ...(await storedFiles(saml.app)), ...(await vacuumedFiles(saml.app))],
      traces,
    );
  /** The planner keeps samples of what it sees. */
  const analyze = () => saml.app.database.system(db => sql`analyze`.execute(db));
  const nameId = { format: nameIdFormats.persistent, value };
  const respond = (inResponseTo: string, attributes: Record<string, string>) =>
    saml.idp.respond(saml.sp, { inResponseTo, nameId, attributes });

  test('leaves nothing of what the provider has said of the person', async () => {
    const { app, begin, deliver } = saml;
    const { step, verify, requestId } = await begin();
    const { query = {} } = await deliver(respond(requestId, { email, displayName }));
    expect((await verify(query)).status).toBe(200);
    const { verificationRecords } = (await step('GET', '/experience/interaction')).body;
    const { id: verificationId } = verificationRecords.find(
      ({ verified }: { verified: boolean }) => verified,
    );
    await step('POST', '/experience/identification', { verificationId });
    await step('PUT', '/experience/interaction-event', { interactionEvent: 'Register' });
    await step('POST', '/experience/identification', {});
    expect((await step('POST', '/experience/submit')).status).toBe(200);
    const [user] = (await app.manage('GET', '/users')).body;
    expect(user.primaryEmail).toBe(email);

    // The browser does not come back for the next two; one of them says nothing but the persistent name.
    const told: Record<string, string>[] = [{ email, displayName }, {}];
    for (const attributes of told)
      expect((await deliver(respond((await begin()).requestId, attributes))).status).toBe(303);
    const again = await begin();
    const used = await deliver(respond(again.requestId, { email, displayName }));
    expect((await again.verify(used.query ?? {})).status).toBe(200);

    await analyze();
    expect(await tracesLeft()).not.toEqual([]);
    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);
    expect(await tracesLeft()).toEqual([]);
    // The assertion is neither accepted nor given again.
    expect((await again.verify(used.query ?? {})).status).toBe(400);
  });

  test('leaves nothing of a logout that is under way', async () => {
    const { app } = saml;
    const { body: user } = await app.manage('POST', '/users', {
      username: 'leaving',
      primaryEmail: leaving,
      password: 'correct horse battery',
    });
    const browser = createBrowser();
    const asEmail = { fields: { nameIdFormat: nameIdFormats.emailAddress } };
    const [first, second] = [
      await createParticipant(app, 'first', asEmail),
      await createParticipant(app, 'second', asEmail),
    ];
    await first.enter(browser, 'leaving');
    const profile = await second.enter(browser, 'leaving');
    await second.send(browser, second.sign(await second.askPlainly(profile)));
    // Of a single row, the planner keeps nothing.
    await app.database.tenant('default').write(systemOrigin('test'), ({ db }) =>
      db
        .insertInto('samlLogouts')
        .columns(['id', 'state', 'expiresAt'])
        .expression(eb =>
          eb
            .selectFrom('samlLogouts')
            .select(sql<string>`'other'`.as('id'))
            .select([sql<object>`state || '{"other": true}'`.as('state'), 'expiresAt']),
        )
        .execute(),
    );
    await analyze();
    const pending = await app.database
      .tenant('default')
      .read(db => db.selectFrom('samlLogouts').select('state').execute());
    expect(JSON.stringify(pending)).toContain(leaving);
    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);
    expect(await tracesLeft()).toEqual([]);
  });
});
