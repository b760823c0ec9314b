import {
  newQuickJSWASMModule,
  newVariant,
  type QuickJSWASMModule,
  RELEASE_SYNC,
  Scope,
} from 'quickjs-emscripten';

/**
 * The result of a script, and what it wrote to its console. The message of a failure comes from the script and holds
 * nothing of ours; the line is one of the script, if it is known. A script that was stopped by force came to no verdict.
 */
export type ScriptOutcome = Verdict & { output: string[] };

type Verdict =
  | { kind: 'claims'; claims: Record<string, unknown> }
  | { kind: 'denied'; message: string | undefined }
  | { kind: 'failed'; message: string; line?: number }
  | { kind: 'stopped'; message: string };

const wasmPageBytes = 64 * 1024;
const memoryPages = 512;
const heapBytes = 24 * 1024 * 1024;
const stackBytes = 256 * 1024;
const longestRunMs = 200;
const longestResult = 32 * 1024;
const mostOutputLines = 100;
const longestOutputLine = 1024;

/** A separate engine in WebAssembly: it has no files, no network and no clock but the date, and cannot grow. */
export const loadEngine = () =>
  newQuickJSWASMModule(
    newVariant(RELEASE_SYNC, {
      wasmMemory: new WebAssembly.Memory({
        initial: (16 * 1024 * 1024) / wasmPageBytes,
        maximum: memoryPages,
      }),
    }),
  );

/** Runs a script that defines the function `entry`; `input` is JSON. Throws only when the engine itself broke. */
export const runScript = (
  engine: QuickJSWASMModule,
  { script, input, entry }: { script: string; input: string; entry: string },
): ScriptOutcome => {
  // The thread's own time, not the clock's: a busy machine takes nothing from a script.
  const begun = process.threadCpuUsage();
  const isOver = () => {
    const { user, system } = process.threadCpuUsage(begun);
    return user + system > longestRunMs * 1000;
  };
  // A script that filled the memory may leave none to clean up with: then this throws, and the worker is replaced.
  return Scope.withScope(scope => {
    const runtime = scope.manage(engine.newRuntime());
    runtime.setMemoryLimit(heapBytes);
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(isOver);
    const context = scope.manage(runtime.newContext());
    const output: string[] = [];
    const print = context.newFunction('print', text => {
      if (output.length < mostOutputLines) output.push(context.getString(text).slice(0, longestOutputLine));
    });
    context.setProp(context.global, '$print', scope.manage(print));
    let denial: Verdict | undefined;
    // Kept outside of the script's reach: a script that catches the error has denied access all the same.
    const deny = context.newFunction('denyAccess', message => {
      const isText = message !== undefined && context.typeof(message) === 'string';
      denial = { kind: 'denied', message: isText ? context.getString(message).slice(0, 256) : undefined };
      throw new Error('access denied');
    });
    context.setProp(context.global, '$denyAccess', scope.manage(deny));
    context.setProp(context.global, '$input', scope.manage(context.newString(input)));

    const judge = (): Verdict => {
      const started = context.evalCode(wrap(script, entry), 'script.js');
      if (started.error) return failed(context.dump(scope.manage(started.error)));
      const promise = scope.manage(started.value);
      while (runtime.hasPendingJob() && !isOver()) {
        const { error } = runtime.executePendingJobs(1);
        if (error) scope.manage(error);
      }
      const state = context.getPromiseState(promise);
      const result =
        state.type === 'pending' ? undefined : state.type === 'rejected' ? state.error : state.value;
      if (result) scope.manage(result);
      if (denial) return denial;
      if (state.type !== 'fulfilled' && isOver())
        return { kind: 'stopped', message: 'the script took too long' };
      if (!result) return failed({ message: 'the script never finished' });
      if (state.type === 'rejected') return failed(context.dump(result));
      const text = context.getString(result);
      return { kind: 'claims', claims: JSON.parse(text) as Record<string, unknown> };
    };
    return { ...judge(), output };
  });
};

/** Takes what the host gave, leaves a console, and ends where the script begins. */
const preamble = `(async () => {
const $stringify = JSON.stringify, $parsed = JSON.parse($input), $deny = $denyAccess, $write = $print;
delete globalThis.$input; delete globalThis.$denyAccess; delete globalThis.$print;
const $show = value => typeof value === 'string' ? value : $stringify(value) ?? String(value);
const $log = (...values) => $write(values.map($show).join(' '));
globalThis.console = { log: $log, info: $log, warn: $log, error: $log, debug: $log };
const $run = (() => {`;
const linesBefore = preamble.split('\n').length;

const wrap = (script: string, entry: string) => `${preamble}
${script}
;return ${entry};
})();
const $claims = (await $run({ ...$parsed, api: { denyAccess: $deny } })) ?? {};
if (typeof $claims !== 'object' || Array.isArray($claims)) throw new TypeError('the claims must be an object');
const $text = $stringify($claims);
if ($text.length > ${longestResult}) throw new RangeError('the claims are too large');
return $text;
})()`;

const failed = (thrown: unknown): Verdict => {
  const { name, message, stack } = (
    typeof thrown === 'object' && thrown !== null ? thrown : { message: thrown }
  ) as { name?: unknown; message?: unknown; stack?: unknown };
  const text = [name, message].filter(part => typeof part === 'string').join(': ');
  const [, place] = /script\.js:(\d+)/.exec(String(stack)) ?? [];
  const line = Number(place) - linesBefore;
  return {
    kind: 'failed',
    message: (text || 'the script failed').slice(0, 512),
    ...(line > 0 ? { line } : {}),
  };
};
