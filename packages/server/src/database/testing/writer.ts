import { openDatabase } from '../open.ts';
import { createVault } from '../vault.ts';
import { testOrigin } from './tenants.ts';

/**
 * A separate process that writes until it is killed, and prints each row's ID once the database has acknowledged it.
 */
const [dataDir, round] = process.argv.slice(2);
const database = await openDatabase({ dataDir, vault: createVault(Buffer.alloc(32, 7)) });
await database.system(db =>
  db
    .insertInto('tenants')
    .values({ id: 'default', name: 'Default' })
    .onConflict(conflict => conflict.doNothing())
    .execute(),
);
for (let count = 0; ; count += 1) {
  const id = `${round}-${count}`;
  await database
    .tenant('default')
    .write(testOrigin, tx => tx.insert('roles', { id, name: id, description: 'd' }));
  process.stdout.write(`${id}\n`);
}
