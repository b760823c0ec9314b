import type { ScriptOutcome } from '../scripts/run.ts';

/** Claims that mean something to us or to the standard: a script cannot set them. */
const reserved = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'client_id', 'scope', 'cnf', 'act'],
  ...['authorization_details', 'organization_id', 'acr', 'amr', 'auth_time'],
]);

/** The claims of a script that a token gets, and the names of those that it does not get. */
export const judgeClaims = (claims: Record<string, unknown>) => ({
  kept: Object.fromEntries(Object.entries(claims).filter(([name]) => !reserved.has(name))),
  ignored: Object.keys(claims).filter(name => reserved.has(name)),
});

/** Whether there is no token after this outcome. A script that was stopped came to no verdict, so it stays closed. */
export const blocksToken = (
  { kind }: ScriptOutcome,
  { blockIssuanceOnError = false }: { blockIssuanceOnError?: boolean },
) => kind === 'denied' || kind === 'stopped' || (kind === 'failed' && blockIssuanceOnError);
