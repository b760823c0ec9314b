import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.ts';
import { seed } from './seed.ts';

const main = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../main.ts' : './main.js', import.meta.url),
);

export const start: Command = {
  name: 'start',
  summary: 'Starts the server.',
  options: { demo: { type: 'boolean', description: 'fill in demo data first' } },
  async run({ demo }, env) {
    if (demo) await seed.run({ demo }, env);
    // This process becomes the server, so that there is one process to stop and to measure.
    if (process.platform !== 'win32')
      process.execve!(process.execPath, [process.execPath, main], process.env);
    const child = spawn(process.execPath, [main], { stdio: 'inherit' });
    child.on('exit', code => process.exit(code ?? 1));
  },
};
