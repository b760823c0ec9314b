import type { BundleChange, BundlePlan } from '@gatehouse/contract/bundles.ts';

const marks = { create: '+', update: '~', delete: '-', unlisted: ' ' } as const;

/** A plan that people can read: one line for an object, one for each field that changes. */
export const printPlan = ({ changes, unchanged }: BundlePlan) => {
  const written = changes.filter(({ action }) => action !== 'unlisted');
  const unlisted = changes.filter(({ action }) => action === 'unlisted');
  const count = (action: BundleChange['action']) => changes.filter(change => change.action === action).length;
  return [
    ...written.flatMap(printChange),
    ...(written.length ? [''] : []),
    `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete, ${unchanged} unchanged.`,
    ...(unlisted.length
      ? [`Not in the files, and kept (--delete deletes them): ${unlisted.map(({ path }) => path).join(', ')}`]
      : []),
  ].join('\n');
};

const printChange = ({ action, path, fields, conflict }: BundleChange) => [
  `${marks[action]} ${path}${conflict ? `  (changed${conflict.actor ? ` by ${conflict.actor}` : ''}${conflict.at ? ` on ${dateOf(conflict.at)}` : ''} after the last apply)` : ''}`,
  ...fields.map(field => `    ${printField(field)}`),
];

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

const printField = ({ path, before, after, isSecret }: BundleChange['fields'][number]) => {
  if (isSecret) return `${path}: (secret)`;
  const values = [before, after].map(value => (value === undefined ? undefined : shown(value)));
  if (values[0] === undefined) return `${path}: ${values[1]}`;
  return `${path}: ${values[0]} → ${values[1] ?? '(default)'}`;
};

const longest = 200;

const shown = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};
