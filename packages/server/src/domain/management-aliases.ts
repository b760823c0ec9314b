import { allScope, managementAliases } from '@gatehouse/contract/dialect.ts';
import { resourceIdOf, scopeIdOf } from './tenants.ts';

/** The ID of a resource that a request names; the management API has a second name. */
export const namedResource = (audience: string, id: string) =>
  id === managementAliases.resource ? resourceIdOf(audience) : id;

export const namedScope = (audience: string, id: string) =>
  id === managementAliases.scope ? scopeIdOf(audience, allScope) : id;
