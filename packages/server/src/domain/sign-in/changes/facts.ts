import type { AccessControl } from '@gatehouse/contract/application-access.ts';
import type { CustomClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { FilledField, SignInChange, StuckReason } from '@gatehouse/contract/sign-in-changes.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Attempt, Surroundings } from '../check.ts';
import type { SignInConfiguration, Subject } from '../situation.ts';

type Named = { id: string; name: string };

/** Everything that a sign-in is decided by and that a change can change. */
export type Facts = {
  surroundings: Surroundings & { configuration: SignInConfiguration & SignInExperience };
  attempt: Attempt;
  /** The user's organizations that require MFA. */
  mfaOrganizations: readonly Named[];
  /** The enterprise connectors in charge of the user's domain, with all their domains. */
  ssoConnectors: readonly (Named & { domains: readonly string[] })[];
};

/** The facts that changes are made from and that stay the same. */
export type Known = {
  userId: string;
  /** The IDs of the factors that an administrator can remove. */
  factorIds: readonly string[];
  /** The password has not reached its age: an administrator has expired it. */
  isExpiredByHand: boolean;
  application?: Named & {
    metadata: CustomClientMetadata;
    rules: AccessControl;
    /** The objects in the rules that the user lacks, by name. */
    roles: readonly Named[];
    organizations: readonly Organization[];
    organizationRoles: readonly { organization: Organization; role: Named; isMember: boolean }[];
  };
  stuckOn?: StuckReason;
};

export type Organization = Named & { isMfaRequired: boolean };

/** A request of the management API, by its row. */
export type Asked = {
  row: Row;
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  fill?: FilledField;
};

/** A change that could be made, and the facts after it, unless it would change nothing. */
export type Candidate = {
  change: Pick<SignInChange, 'kind' | 'setting' | 'object' | 'organization' | 'identifier' | 'factor'>;
  make(facts: Facts): { facts: Facts; requests: Asked[] } | undefined;
};

export const withUser = (facts: Facts, patch: Partial<Subject>): Facts => ({
  ...facts,
  surroundings: { ...facts.surroundings, user: { ...facts.surroundings.user, ...patch } },
});

export const withAttempt = (facts: Facts, patch: Partial<Attempt>): Facts => ({
  ...facts,
  attempt: { ...facts.attempt, ...patch },
});

export const withApplication = (
  facts: Facts,
  patch: Partial<NonNullable<Surroundings['application']>>,
): Facts => {
  const { application } = facts.surroundings;
  if (!application) return facts;
  return { ...facts, surroundings: { ...facts.surroundings, application: { ...application, ...patch } } };
};

export const withMfaOrganizations = (facts: Facts, mfaOrganizations: readonly Named[]): Facts => ({
  ...withUser(facts, { isInOrganizationThatRequiresMfa: mfaOrganizations.length > 0 }),
  mfaOrganizations,
});
