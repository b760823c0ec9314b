import type { JwtCustomizer } from '@gatehouse/contract/jwt-customizers.ts';
import type { Vault } from '../database/vault.ts';

/** As it lies in the table `configs`: variables often hold keys of other services, so they are sealed. */
export type StoredCustomizer = Omit<JwtCustomizer, 'environmentVariables'> & {
  environmentVariables?: string;
};

export const sealCustomizer = (customizer: JwtCustomizer, vault: Vault): StoredCustomizer => {
  const { environmentVariables, ...rest } = customizer;
  if (!environmentVariables) return rest;
  return { ...rest, environmentVariables: vault.seal(JSON.stringify(environmentVariables)) };
};

export const openCustomizer = (stored: StoredCustomizer, vault: Vault): JwtCustomizer => {
  const { environmentVariables, ...rest } = stored;
  if (!environmentVariables) return rest;
  return { ...rest, environmentVariables: JSON.parse(vault.open(environmentVariables)) };
};
