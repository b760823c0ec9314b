import { parseArgs } from 'node:util';
import { parseEnvironment } from '../env.ts';
import { EnvironmentError } from '../env-error.ts';
import { isStarted } from '../node-version.ts';
import { type Command, CommandError } from './command.ts';
import { commands } from './commands.ts';

/** Runs one command of `npm run gatehouse -- <command>`; its failure is told in words and by the exit code. */
export const runCommand = async (parameters: string[]) => {
  const command = commands.find(({ name }) =>
    name.split(' ').every((word, index) => parameters[index] === word),
  );
  const asksForHelp = parameters.includes('--help') || parameters.includes('-h');
  if (!command) {
    print(overview());
    if (!asksForHelp && parameters.length) fail(`There is no command "${parameters.join(' ')}".`);
    return;
  }
  if (asksForHelp) return print(helpOf(command));
  try {
    const flags = parseFlags(command, parameters.slice(command.name.split(' ').length));
    await command.run(flags, parseEnvironment(process.env));
  } catch (error) {
    if (error instanceof CommandError || error instanceof EnvironmentError) return fail(error.message);
    fail(error instanceof Error ? error.message : String(error));
    if (process.env.LOG_LEVEL === 'debug') throw error;
  }
};

const parseFlags = (command: Command, parameters: string[]) => {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const),
  );
  const { values, positionals } = parse(command, parameters, options);
  const named = namedParameters(command, positionals);
  const missing = Object.entries(command.options).find(([name, { required }]) => required && !values[name]);
  if (missing) throw new CommandError(`--${missing[0]} is missing.\n\n${helpOf(command)}`);
  return { ...values, ...named };
};

const namedParameters = (command: Command, given: string[]) => {
  const { parameters = [] } = command;
  const missing = parameters[given.length];
  if (missing) throw new CommandError(`<${missing}> is missing.\n\n${helpOf(command)}`);
  if (given.length > parameters.length)
    throw new CommandError(`"${given[parameters.length]}" is one too many.\n\n${helpOf(command)}`);
  return Object.fromEntries(parameters.map((name, index) => [name, given[index]]));
};

const parse = (command: Command, args: string[], options: Record<string, { type: 'string' | 'boolean' }>) => {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
};

const overview = () => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'npm run gatehouse -- <command> [options]',
    '',
    ...lines,
    '',
    'Help for one: <command> --help',
  ].join('\n');
};

const helpOf = ({ name, summary, options, parameters = [] }: Command) => {
  const labels = Object.entries(options).map(([option, { type, description }]) => ({
    label: `--${option}${type === 'string' ? ' <value>' : ''}`,
    description,
  }));
  const width = Math.max(0, ...labels.map(({ label }) => label.length));
  const lines = labels.map(({ label, description }) => `  ${label.padEnd(width)}  ${description}`);
  const usage = [name, ...parameters.map(parameter => `<${parameter}>`)].join(' ');
  return [`npm run gatehouse -- ${usage}`, '', summary, ...(lines.length ? ['', ...lines] : [])].join('\n');
};

const print = (text: string) => void process.stdout.write(`${text}\n`);

const fail = (message: string) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
};

if (isStarted(import.meta)) await runCommand(process.argv.slice(2));
