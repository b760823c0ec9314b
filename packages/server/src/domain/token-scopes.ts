import { type Acr, isAcr, reaches } from '@gatehouse/contract/authentication-levels.ts';
import type { ScopeObstacle } from '@gatehouse/contract/token-check.ts';
import type { ConsentCeiling } from './consent-ceiling.ts';
import type { ResourceWithScopes } from './resources.ts';

type Limits = {
  /** Names of the scopes that roles grant. */
  granted: readonly string[];
  /** Only applications of others have one. */
  ceiling: ConsentCeiling | undefined;
  isForOrganization: boolean;
  /** The level of the sign-in, if it counts. */
  level: { reached: Acr | undefined } | undefined;
};

/** Each scope of a resource, and why a token lacks it. The one rule behind tokens and what the console says of them. */
export const judgeScopes = (
  { scopes }: Pick<ResourceWithScopes, 'scopes'>,
  { granted, ceiling, isForOrganization, level }: Limits,
) => {
  const held = new Set(granted);
  const allowed = isForOrganization ? ceiling?.organizationResourceScopeIds : ceiling?.resourceScopeIds;
  const obstacleOf = ({ id, name, acr }: ResourceWithScopes['scopes'][number]): ScopeObstacle | undefined => {
    if (!held.has(name)) return 'no_role';
    // Applications of others get no more than their ceiling, whatever the user's roles grant.
    if (allowed && !allowed.includes(id)) return 'application';
    return level && isAcr(acr) && !reaches(level.reached, acr) ? 'level' : undefined;
  };
  return scopes.map(scope => ({ ...scope, obstacle: obstacleOf(scope) }));
};
