import type { ConnectorFactory } from '@gatehouse/contract/connectors.ts';
import type { ErrorCode } from '@gatehouse/contract/errors.ts';
import { explain, type Issues } from '@gatehouse/contract/validation.ts';
import type { FieldViolation } from '../request-error.ts';
import type { Factory } from './connector.ts';
import { runConnector } from './run.ts';

type Settings = {
  config?: Record<string, unknown>;
  metadata?: { target?: string; name?: unknown; logo?: unknown; logoDark?: unknown };
  syncProfile?: boolean;
  enableTokenStorage?: boolean;
};

/** A connector that is there already, as far as the rules care. */
export type ExistingConnector = { id: string; factory: ConnectorFactory; target: string };

export type BrokenRule = {
  code: ErrorCode;
  data?: Record<string, unknown>;
  /** The fields that are wrong. */
  violations?: readonly FieldViolation[];
};

/** Returns the rule that forbids a new connector next to the existing ones, if any. */
export const refuseNewConnector = async (
  factory: Factory,
  settings: Settings,
  existing: readonly ExistingConnector[],
): Promise<BrokenRule | undefined> => {
  const { metadata } = factory;
  if (metadata.isStandard && !settings.metadata?.target) return { code: 'connector.should_specify_target' };
  const broken = await refuseSettings(factory, settings);
  if (broken) return broken;
  // One for email and one for SMS: a new one takes the place of the old one.
  if (metadata.type !== 'Social') return undefined;
  if (!metadata.isStandard && existing.some(other => other.factory.id === metadata.id)) {
    return { code: 'connector.multiple_instances_not_supported' };
  }
  const target = settings.metadata?.target ?? metadata.target;
  const rival = existing.find(
    other => other.target === target && other.factory.platform === metadata.platform,
  );
  if (!rival) return undefined;
  const data = { connectorId: rival.factory.id, connectorName: rival.factory.name };
  return { code: 'connector.multiple_target_with_same_platform', data };
};

/** Returns the rule that the settings break, if any. Applies to new and existing connectors. */
export const refuseSettings = async (
  { metadata, judge }: Factory,
  { config, metadata: looks, syncProfile, enableTokenStorage }: Settings,
): Promise<BrokenRule | undefined> => {
  if (looks && Object.keys(looks).length > 0 && !metadata.isStandard) {
    return { code: 'connector.cannot_overwrite_metadata_for_non_standard_connector' };
  }
  if (syncProfile && metadata.type !== 'Social') {
    return { code: 'connector.invalid_type_for_syncing_profile' };
  }
  if (enableTokenStorage && !metadata.isTokenStorageSupported) {
    return { code: 'connector.token_storage_not_supported' };
  }
  const issues = config ? await runConnector(() => judge(config)) : [];
  if (!issues.length) return undefined;
  return { code: 'connector.invalid_config', violations: configViolations({ issues }, config) };
};

/** Lists the problems of a configuration by the field names of the request. */
export const configViolations = (error: Issues, config: unknown): FieldViolation[] =>
  explain(error, config).map(({ path, ...violation }) => ({
    ...violation,
    path: ['config', ...path.map(String)].join('.'),
  }));
