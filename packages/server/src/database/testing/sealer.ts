import { openDatabase } from '../open.ts';
import { sealBacklog } from '../people/seal-backlog.ts';
import { createVault } from '../vault.ts';

/** A separate process that seals what earlier versions have left readable, until it is done or killed. */
const [url] = process.argv.slice(2);
const database = await openDatabase({ url, vault: createVault(Buffer.alloc(32, 7)) });
await sealBacklog(database, () => 'mark.test');
await database.close();
