import { generateId } from '@gatehouse/contract/ids.ts';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { currentContext } from './patches/current-context.ts';
import { keepInCodes } from './patches/stored-fields.ts';

/**
 * All steps from one authorization request up to its token are one sign-in, because the library gives all
 * interactions of the request the same ID. A user who is already signed in has no interaction, so the code starts a
 * new sign-in.
 */
export const keepSignInIds = (provider: Provider) =>
  keepInCodes(provider, 'signInId', () => {
    const ctx = currentContext(provider);
    return (ctx && signInIdOf(ctx)) ?? generateId();
  });

/** The sign-in that a request belongs to, by its interaction or by the code that it brings. */
export const signInIdOf = ({ oidc }: KoaContextWithOIDC) =>
  oidc.entities.Interaction?.cid ?? signInIdOfCode(oidc.entities.AuthorizationCode);

const refused = new WeakMap<object, string>();

/**
 * The sign-in of a refused request. A request that is refused before its sign-in exists is one of its own, so that the
 * error page shows the ID that the audit log has.
 */
export const refusedSignInIdOf = (ctx: KoaContextWithOIDC) => {
  const id = refused.get(ctx) ?? signInIdOf(ctx) ?? generateId();
  refused.set(ctx, id);
  return id;
};

export const signInIdOfCode = (code: object | undefined) =>
  (code as { signInId?: string } | undefined)?.signInId;
