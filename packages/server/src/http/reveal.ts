import type { ManagementArea } from '@gatehouse/contract/scopes.ts';
import { type Caller, holds } from './authenticate.ts';

/** Who may write secrets may as well read them; others only learn that they are there. */
export const maySeeSecrets = (caller: Caller, area: ManagementArea) =>
  holds(caller, 'all', `${area}:write`, 'write:data');

export const maskSecret = (value: string) => `${value.slice(0, 4)}${'•'.repeat(12)}`;

const secretNames =
  /secret|password|token|credential|private|(api|access|server|app)_?key|authorization|^auth$/i;

/** A configuration for readers: what looks like a secret by its name is masked, at any depth. */
export const maskSecrets = (config: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return [key, maskSecrets(value as Record<string, unknown>)];
      }
      return [key, typeof value === 'string' && secretNames.test(key) ? maskSecret(value) : value];
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
