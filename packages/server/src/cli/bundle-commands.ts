import type { BundleChange, BundleFile, BundlePlan } from '@gatehouse/contract/bundles.ts';
import { parse } from 'yaml';
import { differences } from '../bundles/canonical.ts';
import { variableNames } from '../bundles/secrets.ts';
import { readFolder, writeFolder } from './bundle-folder.ts';
import { printPlan } from './bundle-plan.ts';
import { connectToTenant, type Remote } from './bundle-remote.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

export const pullBundle = async (folder: string) => {
  const files = await exportFrom(await connectToTenant());
  const { written, removed } = await writeFolder(folder, files);
  const count = (paths: string[], word: string) => paths.map(path => `  ${word} ${path}`);
  const lines = [...count(written, 'wrote  '), ...count(removed, 'removed')];
  print([...lines, `${files.length} files, ${written.length} of them new or changed.`].join('\n'));
};

type PlanOptions = { isDeleting: boolean; isJson: boolean };

/** Returns whether there are changes to apply. */
export const planBundle = async (folder: string, { isDeleting, isJson }: PlanOptions) => {
  const remote = await connectToTenant();
  const plan = await remote.call<BundlePlan>('POST', '/bundle/plan', await given(folder, isDeleting));
  print(isJson ? JSON.stringify(plan, undefined, 2) : printPlan(plan));
  return plan.changes.some(({ action }) => action !== 'unlisted');
};

export const applyBundle = async (
  folder: string,
  { isDeleting, isJson, overwrite }: PlanOptions & { overwrite: boolean },
) => {
  const remote = await connectToTenant();
  const body = await given(folder, isDeleting);
  const applied = await remote.call<BundlePlan & { changeId: string | null }>('POST', '/bundle/apply', {
    ...body,
    overwrite,
  });
  if (isJson) return print(JSON.stringify(applied, undefined, 2));
  const done = applied.changeId ? `Applied as the change ${applied.changeId}.` : 'Nothing to apply.';
  print(`${printPlan(applied)}\n\n${done}`);
};

export const diffBundles = async (one: string, other: string, { isJson }: { isJson: boolean }) => {
  const before = await bundleAt(one, 'GATEHOUSE');
  const after = await bundleAt(other, 'GATEHOUSE_OTHER');
  const changes = compareFiles(before, after);
  const unchanged = after.length - changes.filter(({ action }) => action !== 'delete').length;
  const plan = { changes, unchanged, fingerprint: '' };
  print(isJson ? JSON.stringify(changes, undefined, 2) : printPlan(plan));
};

const exportFrom = async (remote: Remote) =>
  (await remote.call<{ files: BundleFile[] }>('GET', '/bundle')).files;

const bundleAt = async (place: string, prefix: string) =>
  /^https?:\/\//.test(place) ? exportFrom(await connectToTenant(place, prefix)) : readFolder(place);

/** Lists the changes from one bundle to the other, in the form of a plan. */
const compareFiles = (before: BundleFile[], after: BundleFile[]): BundleChange[] => {
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].sort();
  return paths.flatMap(path => {
    const one = before.find(file => file.path === path);
    const other = after.find(file => file.path === path);
    const fields = differences(one && parse(one.text), other && parse(other.text)).map(
      ({ path: at, ...rest }) => ({
        path: at,
        ...rest,
      }),
    );
    if (one && other && !fields.length) return [];
    const action = !one ? 'create' : other ? 'update' : 'delete';
    return [{ action, path, name: path, fields: action === 'delete' ? [] : fields } as const];
  });
};

/** The files of a folder, and the variables that they name as far as the environment has them. */
const given = async (folder: string, isDeleting: boolean) => {
  const files = await readFolder(folder);
  const names = new Set(files.flatMap(({ text }) => variableNames(text)));
  const variables = Object.fromEntries(
    [...names].flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  return { files, variables, delete: isDeleting };
};
