import { execFileSync } from 'node:child_process';

/** The user without rights that Unix systems have for such work; whoever is not root stays who they are. */
const nobody = 65_534;

export const ordinaryUser = () => (process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {});

/** Gives a folder to the ordinary user. */
export const ownAll = folder => {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '-h', `${nobody}:${nobody}`, folder]);
};
