import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';

export type ProgramFile = { file: string; code: string };

const packages = join(import.meta.dirname, '../../node_modules');

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** What a guide tells to write, in a folder of its own that sees our packages; parts of one file follow each other. */
const write = async (files: readonly ProgramFile[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'));
  await symlink(packages, join(folder, 'node_modules'));
  for (const name of new Set(files.map(({ file }) => file))) {
    const parts = files.filter(({ file }) => file === name).map(({ code }) => code);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), `${parts.join('\n')}\n`);
  }
  return folder;
};

/** Runs a program as its guide says, and gives what it prints. */
export const startGuideProgram = async (files: readonly ProgramFile[], entry: string, port?: number) => {
  const folder = await write(files);
  const child = spawn(process.execPath, ['--env-file=.env', entry], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...(port ? { PORT: String(port) } : {}) },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (printed += data));
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  const output = () => printed;
  return {
    output,
    ended,
    answers: () =>
      expect
        .poll(
          () =>
            fetch(`http://localhost:${port}/`).then(
              ({ status }) => status,
              () => output() || 'silent',
            ),
          { message: 'the program of the guide answers' },
        )
        .toBe(200),
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
