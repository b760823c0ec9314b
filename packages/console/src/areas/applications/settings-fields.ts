import {
  type ApplicationDetail,
  type ApplicationType,
  application,
} from '@gatehouse/contract/applications.ts';
import {
  customClientMetadata,
  idTokenAlgorithms,
  longestAuthenticationAge,
  mustRotate,
  refreshTokenTtlDays,
  securityProfiles,
} from '@gatehouse/contract/client-metadata.ts';
import { origin, redirectUriFor, webRedirectUri } from '@gatehouse/contract/redirect-uris.ts';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { customDataText } from '../../templates/custom-data-field.tsx';
import { lines, writtenLines } from '../../templates/form-lines.tsx';
import { levelField, toLevel } from '../../templates/level-select.tsx';
import { type AccessFields, guardedFields } from './access-rules.ts';

/** Whether users sign in to applications of this type with OpenID Connect. */
export const signsPeopleIn = (type: ApplicationType) => ['Native', 'SPA', 'Traditional'].includes(type);

const jwksText = z.string().refine(text => text.trim() === '' || parseKeys(text).success, {
  error: 'validation.jwks',
});

const parseKeys = (text: string) => {
  try {
    return customClientMetadata.shape.jwks.safeParse(JSON.parse(text));
  } catch {
    return { success: false };
  }
};

const limited = (minimum: number, maximum?: number) => {
  const number = z.number().int().min(minimum);
  return (maximum === undefined ? number : number.max(maximum)).nullable();
};

/** The form has the shape of the request, so that the server's complaints find their fields. */
export const settingsFields = (type: ApplicationType) =>
  z.object({
    name: application.shape.name,
    description: z.string(),
    customData: customDataText,
    isAdmin: z.boolean(),
    isPkceRequired: z.boolean(),
    ...guardedFields,
    oidcClientMetadata: z.object({
      redirectUris: lines(redirectUriFor(type)),
      postLogoutRedirectUris: lines(redirectUriFor(type)),
      backchannelLogoutUri: z.union([webRedirectUri, z.literal('')]),
      backchannelLogoutSessionRequired: z.boolean(),
    }),
    customClientMetadata: z.object({
      corsAllowedOrigins: lines(origin),
      idTokenTtl: limited(1),
      idTokenSignedResponseAlg: z.enum(['', ...idTokenAlgorithms]),
      refreshTokenTtlInDays: limited(refreshTokenTtlDays.minimum, refreshTokenTtlDays.maximum),
      alwaysIssueRefreshToken: z.boolean(),
      rotateRefreshToken: z.boolean(),
      allowTokenExchange: z.boolean(),
      useGrantedResource: z.boolean(),
      isDeviceFlow: z.boolean(),
      maxAllowedGrants: limited(1, 1000),
      jwks: jwksText,
      securityProfile: z.enum(securityProfiles),
      minimumAcr: levelField,
      maximumAuthenticationAge: limited(1, longestAuthenticationAge),
    }),
  });
export type SettingsFields = z.infer<ReturnType<typeof settingsFields>>;
export type SettingsForm = Pick<UseFormReturn<SettingsFields>, 'control' | 'setValue' | 'trigger'> & {
  labels: Map<string, string>;
};

export const toSettingsForm = (saved: ApplicationDetail, access: AccessFields): SettingsFields => {
  const { oidcClientMetadata: oidc, customClientMetadata: custom } = saved;
  return {
    name: saved.name,
    description: saved.description ?? '',
    customData: JSON.stringify(saved.customData, undefined, 2),
    isAdmin: saved.isAdmin ?? false,
    isPkceRequired: saved.isPkceRequired ?? false,
    appLevelAccessControlEnabled: saved.appLevelAccessControlEnabled ?? false,
    access,
    oidcClientMetadata: {
      redirectUris: oidc.redirectUris,
      postLogoutRedirectUris: oidc.postLogoutRedirectUris,
      backchannelLogoutUri: oidc.backchannelLogoutUri ?? '',
      backchannelLogoutSessionRequired: oidc.backchannelLogoutSessionRequired ?? false,
    },
    customClientMetadata: {
      corsAllowedOrigins: custom.corsAllowedOrigins ?? [],
      idTokenTtl: custom.idTokenTtl ?? null,
      idTokenSignedResponseAlg: custom.idTokenSignedResponseAlg ?? '',
      refreshTokenTtlInDays: custom.refreshTokenTtlInDays ?? null,
      alwaysIssueRefreshToken: custom.alwaysIssueRefreshToken ?? false,
      rotateRefreshToken: custom.rotateRefreshToken ?? true,
      allowTokenExchange: custom.allowTokenExchange ?? false,
      useGrantedResource: custom.useGrantedResource ?? false,
      isDeviceFlow: custom.isDeviceFlow ?? false,
      maxAllowedGrants: custom.maxAllowedGrants ?? null,
      jwks: custom.jwks ? JSON.stringify(custom.jwks, undefined, 2) : '',
      securityProfile: custom.securityProfile ?? 'Standard',
      minimumAcr: toLevel(custom.minimumAcr),
      maximumAuthenticationAge: custom.maximumAuthenticationAge ?? null,
    },
  };
};

/** Metadata are replaced as a whole: what the form does not show stays as it is. */
export const toSettingsBody = (values: SettingsFields, saved: ApplicationDetail) => {
  const { oidcClientMetadata: oidc, customClientMetadata: custom } = values;
  const shown = toSettingsForm(saved, values.access);
  return {
    name: values.name,
    description: values.description || null,
    customData: JSON.parse(values.customData),
    ...(saved.type === 'MachineToMachine' ? { isAdmin: values.isAdmin } : {}),
    ...(saved.type === 'Traditional' ? { isPkceRequired: values.isPkceRequired } : {}),
    ...(signsPeopleIn(saved.type)
      ? { appLevelAccessControlEnabled: values.appLevelAccessControlEnabled }
      : {}),
    oidcClientMetadata: {
      ...saved.oidcClientMetadata,
      redirectUris: writtenLines(oidc.redirectUris),
      postLogoutRedirectUris: writtenLines(oidc.postLogoutRedirectUris),
      backchannelLogoutUri: oidc.backchannelLogoutUri || undefined,
      ...withoutUntouched(
        { backchannelLogoutSessionRequired: oidc.backchannelLogoutSessionRequired },
        shown.oidcClientMetadata,
        saved.oidcClientMetadata,
      ),
    },
    customClientMetadata: {
      ...saved.customClientMetadata,
      ...withoutUntouched(
        { ...custom, corsAllowedOrigins: writtenLines(custom.corsAllowedOrigins) },
        shown.customClientMetadata,
        saved.customClientMetadata,
      ),
      // An older setting that no longer counts must not stand in the way of others.
      ...(mustRotate(saved.type, custom) ? { rotateRefreshToken: undefined } : {}),
      idTokenTtl: custom.idTokenTtl ?? undefined,
      idTokenSignedResponseAlg: custom.idTokenSignedResponseAlg || undefined,
      refreshTokenTtlInDays: custom.refreshTokenTtlInDays ?? undefined,
      maxAllowedGrants: custom.maxAllowedGrants ?? undefined,
      minimumAcr: custom.minimumAcr || undefined,
      maximumAuthenticationAge: custom.maximumAuthenticationAge ?? undefined,
      jwks: custom.jwks.trim() ? JSON.parse(custom.jwks) : undefined,
    },
  };
};

/** A default that is only displayed is not sent: the history would list it as a change. */
const withoutUntouched = <Part extends object>(values: Part, shown: object, saved: object) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) =>
        key in saved || JSON.stringify(value) !== JSON.stringify((shown as Record<string, unknown>)[key]),
    ),
  ) as Partial<Part>;
