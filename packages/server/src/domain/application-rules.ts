import {
  type CustomClientMetadata,
  mustRotate,
  type OidcClientMetadata,
  wantsExactUris,
} from '@gatehouse/contract/client-metadata.ts';
import { hasWildcard, uriFlaws } from '@gatehouse/contract/redirect-uris.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { isSharedWildcard } from './shared-wildcards.ts';

export const requireRotation = (type: string, metadata: CustomClientMetadata | undefined) => {
  if (metadata?.rotateRefreshToken === false && mustRotate(type, metadata))
    throw new RequestError('application.rotation_required');
};

/** Devices without a browser keep no secret. */
export const requireDeviceType = (type: string, metadata: CustomClientMetadata | undefined) => {
  if (metadata?.isDeviceFlow && type !== 'Native')
    throw new RequestError('application.device_flow_native_only');
};

/** Their users could not be asked for consent. What is stored from before has no effect. */
export const refuseExchangeOfOthers = (
  isThirdParty: boolean,
  metadata: CustomClientMetadata | undefined,
  before: CustomClientMetadata = {},
) => {
  if (isThirdParty && metadata?.allowTokenExchange && !before.allowTokenExchange)
    throw new RequestError('application.third_party_application_cannot_enable_token_exchange');
};

/** Chosen at creation. Requests that replace the settings of an application need not repeat it. */
export const keepDeviceFlow = (
  before: Selectable<Tables['applications']>,
  metadata: CustomClientMetadata,
): CustomClientMetadata => {
  const { isDeviceFlow } = before.customClientMetadata as CustomClientMetadata;
  if ((metadata.isDeviceFlow ?? isDeviceFlow ?? false) !== (isDeviceFlow ?? false))
    throw new RequestError('application.device_flow_not_changeable');
  return isDeviceFlow === undefined ? metadata : { ...metadata, isDeviceFlow };
};

/** FAPI 2.0 Security Profile section 5.4.1: no RSA with PKCS#1 v1.5. */
export const requireFitAlgorithm = (metadata: CustomClientMetadata | undefined) => {
  if (metadata?.securityProfile !== 'Fapi2' || metadata.idTokenSignedResponseAlg !== 'RS256') return;
  const path = 'customClientMetadata.idTokenSignedResponseAlg';
  throw new RequestError('guard.invalid_input', {
    violations: [{ path, code: 'validation.invalid', values: {} }],
  });
};

/** The type decides which addresses can be used, and a request that changes them does not name it. */
export const requireUsableUris = (
  before: Selectable<Tables['applications']>,
  body: { oidcClientMetadata?: OidcClientMetadata; customClientMetadata?: CustomClientMetadata },
) => {
  const custom = body.customClientMetadata ?? (before.customClientMetadata as CustomClientMetadata);
  const isExact = wantsExactUris(custom);
  // A profile that becomes stricter looks at what is there; other changes leave stored addresses alone.
  const metadata =
    body.oidcClientMetadata ??
    (isExact && body.customClientMetadata ? (before.oidcClientMetadata as OidcClientMetadata) : undefined);
  const found = metadata ? uriFlaws(before.type, metadata, { isExact }) : [];
  const flaws = body.oidcClientMetadata ? found : found.filter(({ uri }) => hasWildcard(uri));
  if (flaws.length === 0) return;
  throw new RequestError('guard.invalid_input', {
    violations: flaws.map(({ path, code }) => ({
      path: ['oidcClientMetadata', ...path].join('.'),
      code,
      values: {},
    })),
  });
};

/** Codes for users must not reach whichever party acquires a host. */
export const requireOwnHosts = (metadata: Partial<OidcClientMetadata> | undefined) => {
  const violations = (['redirectUris', 'postLogoutRedirectUris'] as const).flatMap(name =>
    (metadata?.[name] ?? []).flatMap((uri, index) =>
      isSharedWildcard(uri)
        ? [
            {
              path: `oidcClientMetadata.${name}.${index}`,
              code: 'validation.shared_wildcard' as const,
              values: {},
            },
          ]
        : [],
    ),
  );
  if (violations.length > 0) throw new RequestError('guard.invalid_input', { violations });
};
