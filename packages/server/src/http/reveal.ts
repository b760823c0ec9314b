import type { ManagementArea } from '@gatehouse/contract/scopes.ts';
import { type Caller, holds } from './authenticate.ts';

/** Callers that can write secrets can read them. Others only see that they exist. */
export const maySeeSecrets = (caller: Caller, area: ManagementArea) =>
  holds(caller, 'all', `${area}:write`, 'write:data') || holdsHere(caller, `${area}:write`);

/** Whether a caller may read the objects of an area when a response of another area includes them. */
export const mayRead = (caller: Caller, area: ManagementArea) =>
  holds(caller, 'all', `${area}:read`, 'read:data') || holdsHere(caller, `${area}:read`);

/** Whether a limited role allows it for the object of the request. */
const holdsHere = ({ limited }: Caller, permission: string) => limited?.permissions.has(permission) === true;

/** The beginning helps to tell secrets apart, as long as it gives little of them away. */
const shownOf = (value: string) => (value.length < 12 ? '' : value.slice(0, 4));

export const maskSecret = (value: string) => `${shownOf(value)}${'•'.repeat(12)}`;

const secretNames =
  /secret|pass(words?|phrases?)?$|token|credential|private|(api|access|server|app)[_-]?key|authorization|^auth$/i;
/** Settings about secrets that are not secret, such as the token endpoint and method. */
const openNames = /(endpoint|method|url|uri|type)$/i;
/** Everything below these names is secret. */
const secretGroups = /secret|credential|private/i;

const isSecretName = (name: string) => secretNames.test(name) && !openNames.test(name);

type Config = Record<string, unknown>;

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Finds the paths of secrets in a configuration at any depth, by their names, the names of their parents, or their
 * dotted paths as declared.
 */
export const secretPaths = (
  config: Config,
  declared: readonly string[] = [],
  path: readonly string[] = [],
): string[][] =>
  Object.entries(config).flatMap(([key, value]) => {
    const here = [...path, key];
    if (isConfig(value)) return secretPaths(value, declared, here);
    const dotted = here.join('.');
    const isDeclared = declared.some(each => dotted === each || dotted.startsWith(`${each}.`));
    const isSecret = isDeclared || isSecretName(key) || path.some(name => secretGroups.test(name));
    return isSecret && isText(value) ? [here] : [];
  });

/** Numbers and booleans, such as the lifetime of tokens, are not secret. */
const isText = (value: unknown) =>
  typeof value === 'string' || (Array.isArray(value) && value.some(each => typeof each === 'string'));

/** A configuration for readers: secrets are masked. */
export const maskSecrets = (config: Config, declared: readonly string[] = []): Config =>
  secretPaths(config, declared).reduce(maskAt, config);

const maskAt = (config: Config, [key = '', ...rest]: readonly string[]): Config => {
  const value = config[key];
  if (rest.length && isConfig(value)) return { ...config, [key]: maskAt(value, rest) };
  return { ...config, [key]: maskSecret(typeof value === 'string' ? value : '') };
};

/** A script for readers: its variables often hold keys of other services. */
export const maskVariables = <Script extends { environmentVariables?: Record<string, string> }>(
  script: Script,
  caller: Caller,
): Script => {
  const { environmentVariables } = script;
  if (!environmentVariables || maySeeSecrets(caller, 'configs')) return script;
  const masked = Object.entries(environmentVariables).map(([name, value]) => [name, maskSecret(value)]);
  return { ...script, environmentVariables: Object.fromEntries(masked) };
};
