import { connectorFactory } from '@gatehouse/contract/connectors.ts';
import { z } from 'zod';
import type { Logger } from '../log.ts';
import type { Outgoing, OutgoingOptions } from '../outgoing/outgoing.ts';
import { addFactories, isOwnFactory } from './catalogue.ts';
import { ConnectorError, type Factory } from './connector.ts';
import type { Description, Method } from './outside-child.ts';
import { OutsideConnectorError } from './outside-error.ts';
import { type Ask, startPackage } from './outside-process.ts';
import { keepVouched, verifies, verifiesNothing } from './vouching.ts';

type Dependencies = { outgoing: OutgoingOptions; logger: Logger; directory?: string };

/** Loads the connectors that the configuration names, or tells in words which of them is wrong. */
export const loadOutsideConnectors = async (
  names: readonly string[],
  { directory = process.cwd(), outgoing, logger }: Dependencies,
) => {
  const packages = await Promise.all(
    names.map(async name => {
      const started = await startPackage({ name, directory, outgoing }, logger).catch((cause: Error) => {
        throw new OutsideConnectorError(name, cause.message, { cause });
      });
      const factories = started.connectors.map((connector, index) =>
        factoryOf(check(name, connector), started.ask.bind(undefined, index)),
      );
      return { name, factories, stop: started.stop };
    }),
  );
  const ids = new Set<string>();
  for (const { name, id } of packages.flatMap(({ name, factories }) =>
    factories.map(({ metadata: { id } }) => ({ name, id })),
  )) {
    if (isOwnFactory(id) || ids.has(id))
      throw new OutsideConnectorError(name, `there is a connector with the id ${id} already.`);
    ids.add(id);
  }
  addFactories(packages.flatMap(({ factories }) => factories));
  return { close: () => Promise.all(packages.map(({ stop }) => stop())) };
};

/** The default export of a package, or its `connector` export: one definition or several. */
const definition = z
  .object({
    metadata: connectorFactory,
    verifies: verifies.default(verifiesNothing),
    methods: z.array(z.custom<Method>()).refine(methods => methods.includes('judge'), {
      error: '`config` must be a schema with safeParse',
    }),
  })
  .refine(
    ({ metadata: { type }, methods }) =>
      type === 'Social'
        ? methods.includes('authorizationUri') && methods.includes('readAccount')
        : methods.includes('send'),
    { error: 'a social connector needs `social`, the others need `send`' },
  );

const check = (name: string, connector: Description) => {
  const parsed = definition.safeParse(connector);
  if (parsed.success) return parsed.data;
  throw new OutsideConnectorError(name, `\n${z.prettifyError(parsed.error)}`);
};

const tokenSet = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  idToken: z.string().optional(),
  scope: z.string().optional(),
  tokenType: z.string().optional(),
  expiresAt: z.number().optional(),
});
const socialAccount = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  isEmailVerified: z.boolean().optional(),
  isPhoneVerified: z.boolean().optional(),
  avatar: z.string().optional(),
  rawData: z.record(z.string(), z.unknown()).default({}),
  tokens: tokenSet.optional(),
});
const nothing = z.unknown().transform(() => undefined);

/** Does as our own connectors do, once what the package says has the right shape. Its process has its own way out. */
const factoryOf = (
  { metadata, methods, verifies }: z.infer<typeof definition>,
  ask: (method: Method, ...given: unknown[]) => ReturnType<Ask>,
): Factory => {
  const asks =
    <Schema extends z.ZodType>(method: Method, shape: Schema) =>
    async (_: Outgoing, ...given: unknown[]): Promise<z.infer<Schema>> => {
      const parsed = shape.safeParse(await ask(method, ...given));
      if (parsed.success) return parsed.data;
      throw new ConnectorError('invalid_response', z.prettifyError(parsed.error));
    };
  return {
    metadata,
    judge: config => ask('judge', config) as Promise<z.core.$ZodIssue[]>,
    ...(methods.includes('readAccount') && {
      social: {
        authorizationUri: asks('authorizationUri', z.url()),
        readAccount: async (outgoing, config, ...given) =>
          keepVouched(verifies, config, await asks('readAccount', socialAccount)(outgoing, config, ...given)),
        ...(methods.includes('renewTokens') && { renewTokens: asks('renewTokens', tokenSet) }),
      },
    }),
    ...(methods.includes('send') && { send: asks('send', nothing) }),
  };
};
