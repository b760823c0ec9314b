import type { ManagementArea } from '@gatehouse/contract/scopes.ts';
import { type Caller, holds } from './authenticate.ts';

/** Callers that can write secrets can read them. Others only see that they exist. */
export const maySeeSecrets = (caller: Caller, area: ManagementArea) =>
  holds(caller, 'all', `${area}:write`, 'write:data');

export const maskSecret = (value: string) => `${value.slice(0, 4)}${'•'.repeat(12)}`;

const secretNames =
  /secret|pass(word|phrase)?$|token|credential|private|(api|access|server|app)_?key|authorization|^auth$/i;
/** Where tokens are asked for, and how: settings about secrets that are none. */
const openNames = /(endpoint|method|url|uri|type)$/i;

export const isSecretName = (name: string) => secretNames.test(name) && !openNames.test(name);

type Config = Record<string, unknown>;

/** A configuration for readers: secrets are masked, at any depth. What is one is told by its name, or by its dotted path. */
export const maskSecrets = (config: Config, declared: readonly string[] = [], path = ''): Config =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const here = `${path}${key}`;
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return [key, maskSecrets(value as Config, declared, `${here}.`)];
      const isSecret = isSecretName(key) || declared.includes(here);
      return [key, typeof value === 'string' && isSecret ? maskSecret(value) : value];
    }),
  );

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
