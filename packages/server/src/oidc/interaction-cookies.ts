import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { RequestError } from '../domain/request-error.ts';

/** The library keeps one interaction for each browser; with a cookie for each application, two can go on at once. */
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

/** The interaction that the browser has with the application that the address names, or the last one. */
export const pickInteraction = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Interaction> => {
  const { cookies, query } = provider.createContext(request, response);
  const clientId = typeof query.app_id === 'string' ? query.app_id : undefined;
  const uid = clientId && cookies.get(cookieOf(provider, clientId));
  const own = uid ? await provider.Interaction.find(uid) : undefined;
  if (own && own.params.client_id === clientId && (await isSamePerson(provider, own))) return own;
  const last = await provider.interactionDetails(request, response);
  if (clientId && last.params.client_id !== clientId) throw new RequestError('session.not_found');
  return last;
};

/** Whoever was signed in when the interaction began still is. */
const isSamePerson = async (provider: Provider, { session }: Interaction) => {
  if (!session?.uid) return true;
  const current = await provider.Session.findByUid(session.uid);
  return current?.accountId === session.accountId;
};
