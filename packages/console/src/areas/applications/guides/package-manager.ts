import { useState } from 'react';
import { storageKeys } from '../../../session/storage.ts';

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];

const isPackageManager = (name: string | null): name is PackageManager =>
  packageManagers.some(each => each === name);

/** The reader's choice, which the next guide starts with. */
export const usePackageManager = () => {
  const [manager, setManager] = useState<PackageManager>(() => {
    const stored = localStorage.getItem(storageKeys.packageManager);
    return isPackageManager(stored) ? stored : 'npm';
  });
  const choose = (chosen: PackageManager) => {
    localStorage.setItem(storageKeys.packageManager, chosen);
    setManager(chosen);
  };
  return [manager, choose] as const;
};

const npmCommand = /^(npm (install|run|start)|npx expo)\b/m;

export const usesNpm = (code: string) => npmCommand.test(code);

/** The commands of a guide are written for npm. */
export const commandsFor = (code: string, manager: PackageManager) => {
  if (manager === 'npm') return code;
  return code
    .replace(/^npm install --save-dev /gm, `${manager} add -D `)
    .replace(/^npm install (?=\S)/gm, `${manager} add `)
    .replace(/^npm install$/gm, `${manager} install`)
    .replace(/^npm run /gm, `${manager} run `)
    .replace(/^npm start/gm, `${manager} start`)
    .replace(/^npx expo/gm, `${manager} expo`);
};
