import { join } from 'node:path';
import { root } from '../../install-if-needed.mjs';
import { startProgram, until } from './programs.mjs';

/** Starts HAProxy with one of the example files, as the documentation shows it; addresses come from the environment. */
export const startHaproxy = async (context, example, env, isUp) => {
  const file = join(root, 'docs', 'operations', example);
  const program = startProgram(context, 'haproxy', ['-db', '-f', file], { env });
  await until('HAProxy passes requests on', isUp, { program });
  return program;
};
