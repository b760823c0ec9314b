import type { BundleChange } from '@gatehouse/contract/bundles.ts';
import { useState } from 'react';
import { isOfOneTenant, isResource } from './groups.ts';

/** Whether the object can be chosen at all. */
export const isOpen = ({ fixed, unknown = [] }: BundleChange) => !fixed && unknown.length === 0;

const isChosenAtFirst = (change: BundleChange) =>
  isOpen(change) && !change.conflict && change.action !== 'unlisted' && !isOfOneTenant(change.path);

/** The objects that chosen ones need, each with the names of those. */
const neededBy = (changes: readonly BundleChange[], chosen: ReadonlySet<string>) => {
  const byPath = new Map(changes.map(change => [change.path, change]));
  const needed = new Map<string, string[]>();
  const visit = ({ name, references = [] }: BundleChange) => {
    for (const path of references) {
      const target = byPath.get(path);
      if (!target || (target.action !== 'create' && !isResource(path))) continue;
      const names = needed.get(path);
      needed.set(path, [...new Set([...(names ?? []), name])]);
      if (!names) visit(target);
    }
  };
  for (const path of chosen) {
    const change = byPath.get(path);
    if (change) visit(change);
  }
  return needed;
};

/** The objects that are written or deleted, and the values of their secrets. */
export const useChoice = (changes: readonly BundleChange[]) => {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({});
  const chosen = new Set(
    changes
      .filter(change => isOpen(change) && (toggled.get(change.path) ?? isChosenAtFirst(change)))
      .map(({ path }) => path),
  );
  const needed = neededBy(changes, chosen);
  const written = changes.filter(({ path }) => chosen.has(path) || needed.has(path));
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const secrets = written.flatMap(({ secrets: own = [] }) => own);
  return {
    isChosen: (path: string) => chosen.has(path) || needed.has(path),
    neededBy: (path: string) => needed.get(path) ?? [],
    toggle: (path: string, isOn: boolean) => setToggled(now => new Map([...now, [path, isOn]])),
    variables,
    setVariable: (name: string, value: string) => setVariables(now => ({ ...now, [name]: value })),
    count: written.length,
    missing: secrets.filter(({ name, isSet }) => !isSet && !given[name]).length,
    /** As the server takes it. */
    choice: {
      only: written.filter(({ action }) => action !== 'unlisted').map(({ path }) => path),
      delete: written.filter(({ action }) => action === 'unlisted').map(({ path }) => path),
      variables: Object.fromEntries(
        secrets.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])),
      ),
    },
  };
};

export type Choice = ReturnType<typeof useChoice>;
