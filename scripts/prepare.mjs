import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installIfNeeded, root } from './install-if-needed.mjs';

const neededMajor = 24;

/**
 * Installs what is missing and makes sure that the script that called runs on the pinned Node.
 * On an older one it runs the script again on the pinned one and never returns.
 */
export const prepare = async () => {
  installIfNeeded();
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return;
  const node = pinnedNode();
  if (!node) {
    throw new Error(
      `Node ${neededMajor} or newer is needed, this is ${process.versions.node}, and npm did not install the pinned one. ` +
        'Run `npm ci --include=optional`, or install a newer Node.',
    );
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // Ctrl-C also reaches the child, which decides how to end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise(resolve => child.on('exit', (...result) => resolve(result)));
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
};

const pinnedNode = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const home = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin');
  return [join(home, 'node'), join(home, 'node.exe')].find(path => existsSync(path));
};

/** Ends a script with words instead of a stack. */
export const run = async main => {
  try {
    await main();
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
};
