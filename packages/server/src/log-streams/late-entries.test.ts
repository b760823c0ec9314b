import { expect, test } from 'vitest';
import { startStandIn } from '../connectors/testing/stand-in.ts';
import { systemOrigin } from '../domain/origins.ts';
import { startTestApp } from '../http/testing/app.ts';

const path = 'collector/in';

test('an entry that is committed late is sent all the same, and nothing overtakes it', async () => {
  const world = await startStandIn();
  const app = await startTestApp('postgresql');
  world.answer({ [path]: {} });
  const config = { kind: 'http', url: `${world.url}/${path}`, format: 'json-lines' };
  await app.app.services.audit.flush();
  const { body: created } = await app.manage('POST', '/log-streams', { name: 'SIEM', config });
  const insert = (id: string) => ({ id, key: 'RevokeToken', payload: { result: 'Success' } });
  const tenant = app.database.tenant('default');
  const write = (id: string, until?: Promise<void>) =>
    tenant.write(systemOrigin('tests'), async ({ db }) => {
      await db.insertInto('logs').values(insert(id)).execute();
      began.resolve();
      await until;
    });
  const began = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const late = write('late', end.promise);
  await began.promise;
  await write('early');
  const stream = async () => {
    await app.manage('PATCH', `/log-streams/${created.id}`, { name: 'SIEM' });
    await app.app.services.jobs.runDue();
    return world.asked.flatMap(({ body }) =>
      body
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line).id),
    );
  };
  expect(await stream()).toEqual([]);
  end.resolve();
  await late;
  expect(await stream()).toEqual(['late', 'early']);
  await app.close();
  await world.close();
});
