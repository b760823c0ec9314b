import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { databaseKinds } from './database/testing/open.ts';
import { startTestApp } from './http/testing/app.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test.each(databaseKinds)('a closed app on %s is kept by nothing', async kind => {
  const open = async () => {
    const app = await startTestApp(kind);
    await app.close();
    return new WeakRef(app.app);
  };
  const closed = await open();
  const isKept = () => {
    collectGarbage();
    return closed.deref() !== undefined;
  };
  await expect.poll(isKept).toBe(false);
});
