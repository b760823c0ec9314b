import { mkdirSync, readFileSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, controlAddress } from './control.ts';

/** The process that holds a data directory. */
type Holder = { pid: number; processStart: string | undefined; controlAddress: string };

export class DirectoryLockedError extends Error {
  readonly pid: number;
  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. Stop that process, or use another directory.`,
    );
    this.pid = pid;
  }
}

/** Two processes on one embedded database lose each other's writes: the first one locks the others out. */
export const lockDirectory = async (directory: string) => {
  const path = lockPath(directory);
  const mine = JSON.stringify({
    pid: process.pid,
    processStart: processStart(process.pid),
    controlAddress: controlAddress(directory),
  } satisfies Holder);
  while (!create(path, mine)) {
    const holder = readHolder(directory);
    if (holder && (await isAlive(holder))) throw new DirectoryLockedError(directory, holder.pid);
    await removeStale(path, holder);
  }
  return async () => {
    if (readText(path) === mine) unlinkSync(path);
  };
};

const lockPath = (directory: string) => join(directory, 'gatehouse.lock');

const create = (path: string, text: string) => {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const readText = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const readHolder = (directory: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(lockPath(directory), 'utf8'));
  } catch {
    return undefined;
  }
};

/** In another container the process id says nothing, but the control socket still answers. */
const isAlive = async (holder: Holder) => {
  if (isRunning(holder.pid) && processStart(holder.pid) === holder.processStart) return true;
  return answers(holder.controlAddress);
};

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Process ids are used again, after a restart of a container at once: the start time tells two owners apart. */
const processStart = (pid: number) => {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
};

const takeoverLimitMs = 5000;

/** Only one process at a time may clear a stale lock, or the second would clear the first one's new lock. */
const removeStale = async (path: string, stale: Holder | undefined) => {
  const takeover = `${path}.takeover`;
  try {
    mkdirSync(takeover);
  } catch {
    const age = Date.now() - (statSync(takeover, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > takeoverLimitMs) rmdirSync(takeover);
    await new Promise(resolve => setTimeout(resolve, 20));
    return;
  }
  try {
    const text = readText(path);
    // A lock file without content belongs to a process that is just writing it, or that died doing so.
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    const unreadable = stale === undefined && age > takeoverLimitMs;
    if (text !== undefined && (unreadable || (stale && text === JSON.stringify(stale)))) unlinkSync(path);
  } finally {
    rmdirSync(takeover);
  }
  if (stale === undefined) await new Promise(resolve => setTimeout(resolve, 20));
};
