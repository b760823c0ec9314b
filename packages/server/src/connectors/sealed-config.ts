import type { Vault } from '../database/vault.ts';

type Config = Record<string, unknown>;

export const sealConfig = (vault: Vault, config: Config) => vault.seal(JSON.stringify(config));

/** Empty: never set, or lost when a deletion was undone, because history keeps no secrets. */
export const openConfig = (vault: Vault, sealed: string): Config =>
  sealed === '' ? {} : JSON.parse(vault.open(sealed));
