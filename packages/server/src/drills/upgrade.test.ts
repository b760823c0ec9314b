import { expect, inject, test } from 'vitest';
import { hasCommit, readReleases } from '../../../../scripts/releases.mjs';
import { drillEmbeddedFolder } from './testing/embedded-folder.ts';
import { describeUpgrade, drillUpgrade } from './testing/upgrade.ts';

const [release] = readReleases();
const isHere = hasCommit(release);
if (!isHere)
  console.warn(`The history lacks release ${release.version}, so that upgrades from it are not tested.`);

test.runIf(isHere)(
  'the last release and the working tree serve one database in turns: no error, no row lost, no gap in the wall',
  async () => {
    const report = await drillUpgrade(inject('postgresqlUrl'));
    console.log(describeUpgrade(report));
    expect(report).toMatchObject({ lost: [], errors: [], gaps: [], exitCodes: [0, 0, 0] });
  },
  300_000,
);

test.runIf(isHere)(
  'a folder of the embedded database is opened by the last release and the working tree in turns',
  async () => {
    expect(await drillEmbeddedFolder()).toEqual({ visitors: 4, errors: [] });
  },
  300_000,
);
