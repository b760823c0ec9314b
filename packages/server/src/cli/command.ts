import type { Environment } from '../env.ts';

/** A command is one object: its name and help, its flags, and what it does. */
export type Command = {
  name: string;
  summary: string;
  /** Positional arguments in order. All are required. */
  parameters?: readonly string[];
  options: Record<string, { type: 'string' | 'boolean'; description: string; required?: boolean }>;
  run(flags: Flags, env: Environment): Promise<void>;
};

/** By the names of the options and parameters. */
export type Flags = { [name: string]: string | boolean | undefined };

/** A failure that needs no stack: its words say what to do. */
export class CommandError extends Error {}
