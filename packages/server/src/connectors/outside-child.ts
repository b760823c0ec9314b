import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createOutgoing, type OutgoingOptions } from '../outgoing/outgoing.ts';

/** The input with which a package's process starts. */
export type Beginning = { name: string; directory: string; outgoing: OutgoingOptions };

export type Method = 'judge' | 'authorizationUri' | 'readAccount' | 'renewTokens' | 'send';

/** A request to the process: a method of the package's connector at `index`, or a liveness check. */
export type Question = { id: number; index: number; method: Method; given: unknown[] } | 'ping';

/** The metadata of a connector and the methods it implements. */
export type Description = { metadata: unknown; methods: Method[]; verifies?: unknown };

/** The parts of an error that are sent to another process. */
export type Thrown = { name: string; code?: unknown; message: string };

/** A message from the process. */
export type Answer =
  | { kind: 'loaded'; connectors: Description[] }
  | { kind: 'useless'; problem: string }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'error'; id: number; thrown: Thrown }
  | { kind: 'pong' };

type Run = (...given: unknown[]) => unknown;
type Exported = Partial<{
  metadata: unknown;
  config: { safeParse(config: unknown): { data?: unknown; error?: { issues: { message: string }[] } } };
  social: Partial<Record<'authorizationUri' | 'readAccount' | 'renewTokens', Run>> & { verifies?: unknown };
  send: Run;
}>;

const beginning = JSON.parse(process.argv[2] ?? '') as Beginning;
const outgoing = createOutgoing(beginning.outgoing);
const say = (answer: Answer) => process.send?.(answer);
// The parent process is gone.
process.on('disconnect', () => process.exit());
// A promise that a package lost sight of is no reason to end what else is under way.
process.on('unhandledRejection', error => process.stderr.write(`${beginning.name}: ${String(error)}\n`));

/** Looked for where the server was started, then beside the server itself. */
const importPackage = async ({ name, directory }: Beginning): Promise<Record<string, unknown>> => {
  try {
    return await import(pathToFileURL(createRequire(join(directory, 'package.json')).resolve(name)).href);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return import(name).catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    throw new Error(`it is not installed. Looked in ${directory} and beside the server.`, { cause });
  });
};

const isMissing = (error: unknown) =>
  ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes((error as NodeJS.ErrnoException).code ?? '');

const methodsOf = ({ config, social, send }: Exported): [Method, Run][] => {
  /** Validates the stored configuration again before using it. */
  const onConfig =
    (run: Run): Run =>
    (stored, ...given) => {
      const { data, error } = config!.safeParse(stored);
      if (!error) return run(outgoing, data, ...given);
      const message = error.issues.map(issue => issue.message).join(' ');
      throw Object.assign(new Error(message), { code: 'invalid_config' });
    };
  const judge: Run = given => config!.safeParse(given).error?.issues ?? [];
  const offered = { ...social, send };
  const names = ['authorizationUri', 'readAccount', 'renewTokens', 'send'] as const;
  return [
    ...(typeof config?.safeParse === 'function' ? [['judge', judge] as [Method, Run]] : []),
    ...names.flatMap((name): [Method, Run][] => {
      const run = offered[name];
      return typeof run === 'function' ? [[name, onConfig(run)]] : [];
    }),
  ];
};

const thrownBy = (error: unknown): Thrown => {
  const { name, message, code } = (error instanceof Error ? error : new Error(String(error))) as Thrown;
  return { name: String(name), message: String(message), code };
};

try {
  const exported = await importPackage(beginning);
  const found = exported.connector ?? exported.default;
  if (found === undefined) throw new Error('it exports neither `default` nor `connector`.');
  const connectors = ([found].flat() as Exported[]).map(given => ({
    metadata: given.metadata,
    verifies: given.social?.verifies,
    methods: new Map(methodsOf(given)),
  }));
  process.on('message', async (question: Question) => {
    if (question === 'ping') return say({ kind: 'pong' });
    const { id, index, method, given } = question;
    try {
      say({ kind: 'value', id, value: await connectors[index]?.methods.get(method)?.(...given) });
    } catch (error) {
      say({ kind: 'error', id, thrown: thrownBy(error) });
    }
  });
  say({
    kind: 'loaded',
    connectors: connectors.map(({ methods, ...said }) => ({ ...said, methods: [...methods.keys()] })),
  });
} catch (error) {
  say({ kind: 'useless', problem: thrownBy(error).message });
}
