import type { ConnectorFactory } from '@gatehouse/contract/connectors.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineConnector } from './connector.ts';
import { refuseNewConnector, refuseSettings } from './rules.ts';

const factory = (fields: Partial<ConnectorFactory> = {}) =>
  defineConnector({
    metadata: {
      id: 'acme-web',
      type: 'Social',
      target: 'acme',
      platform: 'Web',
      name: { en: 'Acme' },
      description: { en: '' },
      logo: '',
      logoDark: null,
      readme: '',
      ...fields,
    },
    config: z.strictObject({ clientId: z.string() }),
  });
const existing = (fields: Partial<ConnectorFactory> = {}, target = 'acme') => ({
  id: 'there',
  factory: factory(fields).metadata,
  target,
});
const standard = factory({ id: 'oidc', isStandard: true });

test.each([
  ['may come', factory(), {}, [], undefined],
  ['the same factory twice', factory(), {}, [existing()], 'connector.multiple_instances_not_supported'],
  [
    'the same target on the same platform',
    factory({ id: 'other-web' }),
    {},
    [existing()],
    'connector.multiple_target_with_same_platform',
  ],
  [
    'the same target on another platform',
    factory({ id: 'other', platform: 'Native' }),
    {},
    [existing()],
    undefined,
  ],
  ['a standard one without a target', standard, {}, [], 'connector.should_specify_target'],
  [
    'a standard one twice, with targets of their own',
    standard,
    { metadata: { target: 'b' } },
    [existing({ id: 'oidc', isStandard: true }, 'a')],
    undefined,
  ],
  ['another email one', factory({ type: 'Email' }), {}, [existing({ type: 'Email' })], undefined],
] as const)('%s', async (_, wanted, settings, others, code) => {
  expect((await refuseNewConnector(wanted, settings, others))?.code).toBe(code);
});

test.each([
  [
    'its own looks',
    factory(),
    { metadata: { logo: 'x' } },
    'connector.cannot_overwrite_metadata_for_non_standard_connector',
  ],
  [
    'profile from an email service',
    factory({ type: 'Email' }),
    { syncProfile: true },
    'connector.invalid_type_for_syncing_profile',
  ],
  [
    'tokens that it cannot keep',
    factory(),
    { enableTokenStorage: true },
    'connector.token_storage_not_supported',
  ],
  [
    'tokens that it can keep',
    factory({ isTokenStorageSupported: true }),
    { enableTokenStorage: true },
    undefined,
  ],
  ['a wrong configuration', factory(), { config: { clientId: 1 } }, 'connector.invalid_config'],
  ['a right configuration', factory(), { config: { clientId: 'x' } }, undefined],
] as const)('settings with %s', async (_, wanted, settings, code) => {
  expect((await refuseSettings(wanted, settings))?.code).toBe(code);
});
