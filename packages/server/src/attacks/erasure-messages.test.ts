import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowEmailCodes } from '../api/experience/testing/visit.ts';
import { databaseKinds } from '../database/testing/open.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import { storedFiles, tracesIn } from './testing/stored-bytes.ts';

const person = {
  primaryEmail: 'Ottilie.Inviting@example.com',
  primaryPhone: '4915144433322',
  username: 'ottilie_inviting',
  name: 'Ottilie Inviting-Person',
};
const invitee = 'guest-of-ottilie@example.com';
const other = 'somebody-else@example.com';

describe.each(databaseKinds)('messages that a person has others written, on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
    await allowEmailCodes(app);
  });
  afterAll(() => app.close());

  /** As read by an attacker with the database and the keys of the server. */
  const opened = async () => {
    const rows = await app.database.system(db =>
      db.selectFrom('messages').select(['recipient', 'payload']).orderBy('id').execute(),
    );
    return rows.map(({ recipient, payload }) => ({ recipient, payload: payload && app.vault.open(payload) }));
  };

  test('tell nothing of them after their erasure, and still reach whom they are for', async () => {
    const { body: user } = await app.manage('POST', '/users', person);
    const { body: bystander } = await app.manage('POST', '/users', {
      name: 'Bystander',
      primaryEmail: other,
    });
    const { body: organization } = await app.manage('POST', '/organizations', { name: 'Guild' });
    const invite = (to: string, inviterId: string) =>
      app.manage('POST', '/organization-invitations', {
        organizationId: organization.id,
        invitee: to,
        inviterId,
        expiresAt: Date.now() + 1_000_000,
        messagePayload: { link: 'https://guild.example/join', note: `Ask ${person.primaryEmail}` },
      });
    for (const id of [user.id, bystander.id])
      await app.manage('POST', `/organizations/${organization.id}/users`, { userIds: [id] });
    expect((await invite(invitee, user.id)).status).toBe(201);
    expect((await invite('another@example.com', bystander.id)).status).toBe(201);
    expect((await app.manage('POST', '/verification-codes', { email: other })).status).toBe(204);
    const words = [user.id, ...Object.values(person)];
    const told = () => words.filter(word => JSON.stringify(read).includes(word));
    let read = await opened();
    expect(told()).toEqual(expect.arrayContaining([user.id, person.name, person.primaryEmail]));

    expect((await app.manage('POST', `/users/${user.id}/erase`)).status).toBe(204);

    read = await opened();
    expect(told()).toEqual([]);
    expect(read.map(({ recipient }) => recipient)).toEqual([invitee, 'another@example.com', other]);
    const [theirs, anothers] = read;
    expect(JSON.parse(theirs?.payload ?? '')).toMatchObject({
      link: 'https://guild.example/join',
      organization: { name: 'Guild' },
    });
    expect(JSON.parse(anothers?.payload ?? '')).toMatchObject({ inviter: { name: 'Bystander' } });
    expect(tracesIn(await storedFiles(app), Object.values(person))).toEqual([]);
  });
});
