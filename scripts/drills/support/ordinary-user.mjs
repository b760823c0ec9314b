import { execFileSync } from 'node:child_process';

/** The unprivileged user that Unix systems have for such work. Without root, the current user stays. */
const nobody = 65_534;

export const ordinaryUser = () => (process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {});

/** Gives a folder to the ordinary user. */
export const ownAll = folder => {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '-h', `${nobody}:${nobody}`, folder]);
};
