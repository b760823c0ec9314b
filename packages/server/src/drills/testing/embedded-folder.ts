import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../http/testing/free-port.ts';
import { createRequests, type Person } from './requests.ts';
import { createManager, lastRelease, startVersion, type Version, workingTree } from './version.ts';

type Visitor = Person & { id: string; refreshToken: string };

/** One data folder of the embedded database is opened by the release and the working tree in turns. */
export const drillEmbeddedFolder = async () => {
  const release = lastRelease();
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-folder-'));
  const port = await freePort();
  const endpoint = `http://localhost:${port}`;
  const settings = { PORT: `${port}`, ENDPOINT: endpoint, GATEHOUSE_DATA_DIR: dataDir };
  const errors: unknown[] = [];
  const visitors: Visitor[] = [];
  let clientId = '';
  let manager: { id: string; secret: string } | undefined;

  /** Everyone from before is there, signs in and stays signed in; then comes someone new. */
  const serve = async (version: Version) => {
    const server = await startVersion(version, settings);
    try {
      manager ??= await createManager(version, settings);
      const requests = await createRequests(endpoint, manager);
      clientId ||= (await requests.createApplication())?.id ?? '';
      for (const visitor of visitors) {
        await requests.manage('GET', `/users/${visitor.id}`);
        const tokens = await requests.refresh(clientId, visitor.refreshToken);
        visitor.refreshToken = tokens?.refresh_token ?? '';
        await requests.signInPerson(clientId, visitor);
      }
      const person = { username: `visitor_${visitors.length}`, password: 'correct horse battery' };
      const user = await requests.manage('POST', '/users', person);
      const tokens = await requests.signInPerson(clientId, person);
      await requests.manage('GET', '/logs');
      await requests.manage('GET', '/changes');
      if (user && tokens) visitors.push({ ...person, id: user.id, refreshToken: tokens.refresh_token });
      errors.push(...requests.failures.map(failure => ({ version: version.name, ...failure })));
      const code = await server.stop();
      if (code !== 0) errors.push({ version: version.name, code });
    } finally {
      server.kill();
    }
  };
  try {
    for (const version of [release, workingTree, release, workingTree]) await serve(version);
    return { visitors: visitors.length, errors };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};
