import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectorFactory } from '@gatehouse/contract/connectors.ts';
import { z } from 'zod';
import { addFactories, isOwnFactory } from './catalogue.ts';
import { defineConnector, type Factory } from './connector.ts';

/** Says which package is of no use, and why. */
export class OutsideConnectorError extends Error {
  override name = 'OutsideConnectorError';

  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`GATEHOUSE_CONNECTORS: the package ${name} cannot be used: ${problem}`, options);
  }
}

const callable = z.custom<(...given: never[]) => unknown>(
  value => typeof value === 'function',
  'must be a function',
);

/** What a package exports, by default or as `connector`: one of these, or several. */
const definition = z
  .object({
    metadata: connectorFactory,
    config: z.custom<z.ZodType>(
      value => typeof (value as z.ZodType | undefined)?.safeParse === 'function',
      'must be a schema with safeParse',
    ),
    social: z
      .object({ authorizationUri: callable, readAccount: callable, renewTokens: callable.optional() })
      .optional(),
    send: callable.optional(),
  })
  .refine(({ metadata: { type }, social, send }) => (type === 'Social' ? social : send), {
    error: 'a social connector needs `social`, the others need `send`',
  });

/** Loads the connectors that the configuration names, or tells in words which of them is wrong. */
export const loadOutsideConnectors = async (names: readonly string[], directory = process.cwd()) => {
  const loaded = (await Promise.all(names.map(name => loadPackage(name, directory)))).flat();
  const ids = new Set<string>();
  for (const { name, factory } of loaded) {
    const { id } = factory.metadata;
    if (isOwnFactory(id) || ids.has(id))
      throw new OutsideConnectorError(name, `there is a connector with the id ${id} already.`);
    ids.add(id);
  }
  addFactories(loaded.map(({ factory }) => factory));
};

const loadPackage = async (name: string, directory: string) => {
  const exported = (await importPackage(name, directory)) as { default?: unknown; connector?: unknown };
  const found = exported.connector ?? exported.default;
  if (found === undefined)
    throw new OutsideConnectorError(name, 'it exports neither `default` nor `connector`.');
  return [found].flat().map((given): { name: string; factory: Factory } => {
    const parsed = definition.safeParse(given);
    if (!parsed.success) throw new OutsideConnectorError(name, `\n${z.prettifyError(parsed.error)}`);
    // The functions are the package's own; that they do as they say shows when they run, with a limit of time.
    return { name, factory: defineConnector(given as Parameters<typeof defineConnector>[0]) };
  });
};

/** Looked for where the server was started, then beside the server itself. */
const importPackage = async (name: string, directory: string): Promise<unknown> => {
  try {
    return await import(pathToFileURL(createRequire(join(directory, 'package.json')).resolve(name)).href);
  } catch (error) {
    if (!isMissing(error)) throw new OutsideConnectorError(name, String(error), { cause: error });
  }
  return import(name).catch((cause: unknown) => {
    throw new OutsideConnectorError(
      name,
      isMissing(cause) ? `it is not installed. Looked in ${directory} and beside the server.` : String(cause),
      { cause },
    );
  });
};

const isMissing = (error: unknown) =>
  ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes((error as NodeJS.ErrnoException).code ?? '');
