import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connectorErrorCodes } from '@gatehouse/contract/connectors.ts';
import { variables } from '../env.ts';
import type { Logger } from '../log.ts';
import { OutgoingError } from '../outgoing/outgoing.ts';
import { ConnectorError } from './connector.ts';
import type { Answer, Beginning, Description, Method, Question, Thrown } from './outside-child.ts';
import { limitMs } from './run.ts';

// The bundle has the child as a separate file beside the entry.
const childUrl = import.meta.url.endsWith('.ts')
  ? new URL('./outside-child.ts', import.meta.url)
  : new URL('./connector-process.js', import.meta.url);

const loadMs = 30_000;
const watchMs = 250;
/** A process that missed this many probes in a row is dead. */
const deafAfterLooks = 10;
const heapMegabytes = 256;
/** With what lies beside the heap, such as buffers. */
const mostKilobytes = 2 * heapMegabytes * 1024;

export type Ask = (index: number, method: Method, ...given: unknown[]) => Promise<unknown>;

/**
 * A connector package in its own process, without our configuration and with little memory. Whatever it does there
 * (looping, filling the memory, exiting) stops only this process: pending calls fail as an error of the connector, and
 * the next call starts it again.
 */
export const startPackage = async (beginning: Beginning, logger: Logger) => {
  let running: Promise<Running> | undefined;
  const begin = () => {
    const started = run(beginning, problem => {
      if (running === started) running = undefined;
      logger.warn({ package: beginning.name, problem }, 'a package of connectors was stopped');
    });
    running = started;
    return started;
  };
  const { connectors } = await begin();
  const ask: Ask = async (...question) => (await (running ?? begin())).ask(...question);
  return { connectors, ask, stop: async () => (await running)?.stop() };
};

type Running = { connectors: Description[]; ask: Ask; stop(): void };

/** Begins the process; rejects when the package is of no use. */
const run = (beginning: Beginning, onStopped: (problem: string) => void) => {
  const { promise: running, resolve, reject } = Promise.withResolvers<Running>();
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const child = fork(childUrl, [JSON.stringify(beginning)], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: environment(),
  });
  // Shutdown need not wait for it: it exits when its parent is gone.
  child.unref();
  child.channel?.unref();
  const tell = (question: Question) => child.send(question, () => {});

  let isOver = false;
  const stop = (problem?: string) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(loading);
    reject(new Error(problem));
    for (const answer of asked.values()) answer.reject(new ConnectorError('general', 'It was stopped.'));
    if (problem) onStopped(problem);
    child.kill('SIGKILL');
  };
  const loading = setTimeout(stop, loadMs, 'it took too long to load.');

  let unheard = 0;
  const look = async () => {
    if (unheard >= deafAfterLooks) return stop('it was busy for too long.');
    unheard += 1;
    tell('ping');
    if ((await kilobytesOf(child.pid)) > mostKilobytes) stop('it used too much memory.');
  };

  let lastId = 0;
  let watch: NodeJS.Timeout | undefined;
  const ask: Ask = async (index, method, ...given) => {
    lastId += 1;
    const id = lastId;
    const answer = Promise.withResolvers<unknown>();
    asked.set(id, answer);
    tell({ id, index, method, given });
    watch ??= setInterval(look, watchMs);
    const limit = setTimeout(stop, limitMs, 'it took too long.');
    try {
      return await answer.promise;
    } finally {
      clearTimeout(limit);
      asked.delete(id);
      if (asked.size === 0) {
        clearInterval(watch);
        watch = undefined;
        unheard = 0;
      }
    }
  };

  child.on('message', (said: Answer) => {
    unheard = 0;
    if (said.kind === 'useless') return stop(said.problem);
    if (said.kind === 'value') return asked.get(said.id)?.resolve(said.value);
    if (said.kind === 'error') return asked.get(said.id)?.reject(revive(said.thrown));
    if (said.kind === 'pong') return;
    clearTimeout(loading);
    resolve({ connectors: said.connectors, ask, stop });
  });
  child.on('error', error => stop(String(error)));
  child.on('exit', (code, signal) => stop(`it ended with ${signal ?? code}.`));
  return running;
};

/** The memory that a process holds, where the system tells. */
const kilobytesOf = async (pid = 0) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
};

/** Our own secrets are no business of a package. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in variables.shape)));

const revive = ({ name, code, message }: Thrown) => {
  const known = connectorErrorCodes.find(other => other === code);
  if (known) return new ConnectorError(known, message);
  return name === 'OutgoingError' ? new OutgoingError(message) : new Error(message);
};
