import type { UserDataScope } from '@gatehouse/contract/scopes.ts';

type ScopeWord = Exclude<UserDataScope, `urn:${string}`> | 'organizations' | 'organization_roles';

/** Phrases are named without the prefix that some scopes have. */
export const scopeWord = (scope: UserDataScope) => scope.split(':').at(-1) as ScopeWord;
