import type { ConnectorFactory, ConnectorWithFactory } from '@gatehouse/contract/connectors.ts';
import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { z } from 'zod';
import { configOf, typedConfig, typedConfigOf } from './config-form.ts';

/**
 * The form of a connector, new or existing. The display name and logo are for standard connectors, which can stand for
 * any provider.
 */
export const connectorFields = ({ formItems = [], isStandard }: ConnectorFactory) => {
  const named = isStandard ? z.string().min(1).max(256) : z.string();
  return z.object({
    name: named,
    target: isStandard ? named.regex(/^[\w-]+$/, { error: 'validation.invalid' }) : named,
    logo: clearableUrl,
    logoDark: clearableUrl,
    syncProfile: z.boolean(),
    enableTokenStorage: z.boolean(),
    config: typedConfig(formItems),
  });
};
export type ConnectorValues = z.infer<ReturnType<typeof connectorFields>>;

export const valuesOf = (factory: ConnectorFactory, connector?: ConnectorWithFactory): ConnectorValues => ({
  name: connector?.metadata.name?.en ?? '',
  target: connector?.metadata.target ?? '',
  logo: connector?.metadata.logo ?? '',
  logoDark: connector?.metadata.logoDark ?? '',
  syncProfile: connector?.syncProfile ?? false,
  enableTokenStorage: connector?.enableTokenStorage ?? false,
  config: typedConfigOf(factory.formItems ?? [], connector?.config),
});

/** The request body for the entered values. */
export const settingsOf = (
  { formItems = [], isStandard, type }: ConnectorFactory,
  { config, name, target, logo, logoDark, syncProfile, enableTokenStorage }: ConnectorValues,
  before?: ConnectorWithFactory,
) => ({
  config: configOf(formItems, config, before?.config),
  ...(type === 'Social' ? { syncProfile, enableTokenStorage } : {}),
  ...(isStandard
    ? {
        metadata: {
          target,
          name: { ...before?.metadata.name, en: name },
          ...(logo ? { logo } : {}),
          ...(logoDark ? { logoDark } : {}),
        },
      }
    : {}),
});
