import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';
import { errorBody, languageOf } from '../http/errors.ts';
import { RequestError } from '../request-error.ts';
import type { ProviderOptions } from './provider-options.ts';

/**
 * The library keeps one interaction for each browser; with a cookie for each application, two can continue at the same
 * time.
 */
const cookieOf = (provider: Provider, clientId: string) => {
  const hash = createHash('sha256').update(clientId).digest('base64url').slice(0, 12);
  return `${provider.cookieName('interaction')}_${hash}`;
};

export const keepInteraction = (
  { oidc, cookies }: KoaContextWithOIDC,
  { uid, params, exp }: Interaction,
  path: string,
) =>
  cookies.set(cookieOf(oidc.provider, String(params.client_id)), uid, {
    httpOnly: true,
    sameSite: 'lax',
    path,
    expires: new Date(exp * 1000),
  });

/**
 * The interaction that the browser has with the application that the address names, or that has asked a provider for
 * what comes back with this state, or the last one.
 */
export const pickInteraction = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  hasAskedWith: (interaction: Interaction, state: string) => boolean,
): Promise<Interaction> => {
  const { cookies, query } = provider.createContext(request, response);
  if (typeof query.state === 'string' && query.app_id === undefined) {
    for (const uid of ownInteractions(provider, request, cookies)) {
      const found = await provider.Interaction.find(uid);
      if (found && hasAskedWith(found, query.state) && (await isSamePerson(provider, found))) return found;
    }
  }
  const clientId = typeof query.app_id === 'string' ? query.app_id : undefined;
  const uid = clientId && cookies.get(cookieOf(provider, clientId));
  const own = uid ? await provider.Interaction.find(uid) : undefined;
  if (own && own.params.client_id === clientId && (await isSamePerson(provider, own))) return own;
  const last = await provider.interactionDetails(request, response);
  if (clientId && last.params.client_id !== clientId) throw new RequestError('session.not_found');
  return last;
};

/**
 * The library finishes what its cookie for the address names, and a sibling host can plant that one: a user would be
 * signed in as the attacker who began. Only an interaction that this host has begun in this browser is finished.
 */
export const requireOwnInteraction =
  (tenant: Tenant, provider: Provider, { renderError }: Pick<ProviderOptions, 'renderError'>) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (!/^\/(?:auth|device)\/[^/]+$/.test(ctx.path)) return next();
    const uid = ctx.cookies.get(provider.cookieName('resume'));
    if (!uid || ownInteractions(provider, ctx.req, ctx.cookies).includes(uid)) return next();
    const body = await errorBody(
      new RequestError('session.not_found'),
      languageOf(ctx.get('accept-language')),
    );
    ctx.status = 400;
    ctx.type = 'html';
    ctx.body = await renderError(tenant, ctx, body);
  };

/** More applications than a user signs in to at the same time. */
const mostAtOnce = 10;

/** All that the browser has under way. */
const ownInteractions = (
  provider: Provider,
  { headers }: IncomingMessage,
  cookies: KoaContextWithOIDC['cookies'],
) => {
  const prefix = `${provider.cookieName('interaction')}_`;
  const names = (headers.cookie ?? '').split(/; */).map(cookie => cookie.split('=', 1)[0] ?? '');
  return names
    .filter(name => name.startsWith(prefix) && !name.endsWith('.sig'))
    .slice(0, mostAtOnce)
    .flatMap(name => cookies.get(name) ?? []);
};

/** The user who was signed in when the interaction started still is. */
const isSamePerson = async (provider: Provider, { session }: Interaction) => {
  if (!session?.uid) return true;
  const current = await provider.Session.findByUid(session.uid);
  return current?.accountId === session.accountId;
};
