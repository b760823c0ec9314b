import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The database's program as the worker takes it. */
export type Program = { pgliteWasmModule: WebAssembly.Module; initdbWasmModule: WebAssembly.Module };

const compile = async (file: string) =>
  WebAssembly.compile(
    await readFile(fileURLToPath(new URL(file, import.meta.resolve('@electric-sql/pglite')))),
  );

const compileAll = async (): Promise<Program> => {
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    compile('pglite.wasm'),
    compile('initdb.wasm'),
  ]);
  return { pgliteWasmModule, initdbWasmModule };
};

let program: Promise<Program> | undefined;

/** Compiled once for all workers of this process: what one has made fast is fast for the next. */
export const embeddedProgram = () => {
  program ??= compileAll();
  return program;
};
