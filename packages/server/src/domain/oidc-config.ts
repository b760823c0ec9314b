import type { CimdConfig } from '@gatehouse/contract/cimd.ts';
import type { RegistrationConfig } from '@gatehouse/contract/client-registration.ts';
import {
  type CustomizedToken,
  customizerKeys,
  type JwtCustomizer,
} from '@gatehouse/contract/jwt-customizers.ts';
import {
  defaultAbsoluteSessionTtl,
  defaultExtendedClaims,
  defaultSessionTtl,
  type ExtendedClaim,
  type IdTokenConfig,
  type SessionConfig,
} from '@gatehouse/contract/oidc-configs.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { companionKeysConfig, openCompanions } from './companion-keys.ts';
import { openScript, type StoredScript } from './sealed-scripts.ts';
import {
  cookieKeysConfig,
  openSigningKeys,
  type SigningKeys,
  type StoredCompanion,
  type StoredKey,
  signingKeysConfig,
} from './signing-keys.ts';

/** Tenant-wide settings of the OpenID provider. */
export type OidcConfig = {
  keys: SigningKeys;
  /** Seconds. */
  sessionTtl: number;
  absoluteSessionTtl: number;
  tellsAuthentication: boolean;
  idTokenClaims: ReadonlySet<ExtendedClaim>;
  hasStandardClaims: boolean;
  /** Whether a client ID may be the URL of a client metadata document. */
  allowsClientDocuments: boolean;
  /** Whether clients may register dynamically. */
  registersClients: boolean;
  /** The scripts that add claims to tokens. */
  customizers: { accessToken?: JwtCustomizer; clientCredentials?: JwtCustomizer };
};

export const sessionConfigKey = 'oidc.session';
export const idTokenConfigKey = 'idToken';
export const cimdConfigKey = 'cimd';
export const registrationConfigKey = 'clientRegistration';

export const loadOidcConfig = async (db: Kysely<Tables>, vault: Vault): Promise<OidcConfig> => {
  const configs = await readConfigs(db, [
    signingKeysConfig,
    companionKeysConfig,
    cookieKeysConfig,
    sessionConfigKey,
    idTokenConfigKey,
    cimdConfigKey,
    registrationConfigKey,
    ...Object.values(customizerKeys),
  ]);
  const keysOf = (key: string) => (configs.get(key) ?? []) as StoredKey[];
  const customizerOf = (token: CustomizedToken) => {
    const stored = configs.get(customizerKeys[token]) as StoredScript<JwtCustomizer> | undefined;
    return stored && openScript<JwtCustomizer>(stored, vault);
  };
  const session = configs.get(sessionConfigKey) as SessionConfig | undefined;
  const idToken = configs.get(idTokenConfigKey) as IdTokenConfig | undefined;
  const cimd = configs.get(cimdConfigKey) as CimdConfig | undefined;
  const registration = configs.get(registrationConfigKey) as Partial<RegistrationConfig> | undefined;
  return {
    keys: {
      signing: openSigningKeys(keysOf(signingKeysConfig), vault),
      companions: openCompanions(
        (configs.get(companionKeysConfig) ?? []) as StoredCompanion[],
        keysOf(signingKeysConfig),
        vault,
      ),
      cookies: keysOf(cookieKeysConfig).map(({ value }) => vault.open(value)),
    },
    sessionTtl: session?.ttl ?? defaultSessionTtl,
    absoluteSessionTtl: session?.absoluteTtl ?? defaultAbsoluteSessionTtl,
    tellsAuthentication: session?.authenticationInAccessTokens ?? false,
    hasStandardClaims: idToken?.standardClaims ?? false,
    idTokenClaims: new Set(idToken?.enabledExtendedClaims ?? defaultExtendedClaims),
    allowsClientDocuments: cimd?.enabled ?? false,
    registersClients: (registration?.mode ?? 'Off') !== 'Off',
    customizers: {
      accessToken: customizerOf('access-token'),
      clientCredentials: customizerOf('client-credentials'),
    },
  };
};

export const readConfig = async (db: Kysely<Tables>, key: string): Promise<unknown> =>
  (await readConfigs(db, [key])).get(key);

const readConfigs = async (db: Kysely<Tables>, keys: string[]) => {
  const rows = await db.selectFrom('configs').select(['key', 'value']).where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
};
