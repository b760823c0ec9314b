import type { Vault } from '../database/vault.ts';

type Script = { environmentVariables?: Record<string, string> };

/** As it lies in the table `configs`: variables often hold keys of other services, so they are sealed. */
export type StoredScript<S extends Script> = Omit<S, 'environmentVariables'> & {
  environmentVariables?: string;
};

export const sealScript = <S extends Script>(script: S, vault: Vault): StoredScript<S> => {
  const { environmentVariables, ...rest } = script;
  if (!environmentVariables) return rest;
  return { ...rest, environmentVariables: vault.seal(JSON.stringify(environmentVariables)) };
};

export const openScript = <S extends Script>(stored: StoredScript<S>, vault: Vault): S => {
  const { environmentVariables, ...rest } = stored;
  if (!environmentVariables) return rest as unknown as S;
  return { ...rest, environmentVariables: JSON.parse(vault.open(environmentVariables)) } as unknown as S;
};
