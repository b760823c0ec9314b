import type { GuideId, GuideTarget } from '../../../guides/catalogue.ts';
import { zip } from '../../../templates/zip.ts';
import type { Guide, GuideValues } from '../guides/guide.ts';
import { hasSample } from './available.ts';
import { sampleFiles, slugOf } from './sample.ts';
import { starters } from './starters.ts';

type Wanted = { name: string; target: GuideTarget & { id: GuideId }; guide: Guide; values: GuideValues };

/** The files of a sample. Empty for guides that have none. */
export const filesOfSample = ({ target, ...rest }: Wanted) =>
  hasSample(target.id) ? sampleFiles({ ...rest, target, starter: starters[target.id] }) : [];

/** The archive, whose files are in a folder with the name of the application. */
export const sampleOf = (wanted: Wanted) => {
  const folder = slugOf(wanted.name);
  const entries = filesOfSample(wanted).map(({ path, code }) => ({ path: `${folder}/${path}`, text: code }));
  return { file: `${folder}.zip`, bytes: zip(entries) };
};
