import { createHash } from 'node:crypto';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { type Adapter, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { markSignedOut } from '../domain/ended-sessions.ts';
import { rememberSession } from '../domain/saml-participants.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { SamlSession } from '../sso/saml-session.ts';
import { writeTogether } from './adapter.ts';
import type { Submission } from './interaction-state.ts';

type Left = {
  uid: string;
  accountId?: string;
  authorizations?: Record<string, unknown>;
  lastSubmission?: Submission;
};

/**
 * A user who signs out in a browser also signs out of SAML providers: the browser visits them before it returns to the
 * application. Sessions without SAML cost no question to the database.
 */
export const takePartInSingleLogout =
  (tenant: Tenant) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    const { oidc } = ctx;
    await rememberIdentityProvider(tenant, ctx);
    if (oidc?.route !== 'end_session_confirm') return;
    // A browser that never heard our answer comes again, with the cookie of a session that is over.
    const isAgain = ctx.status === 400;
    const cookie = ctx.cookies.get(oidc.provider.cookieName('session'));
    if (!cookie || !(isAgain || ended.has(oidc))) return;
    const { beginLogout } = await import('../single-logout/flow.ts');
    const returnTo = isAgain ? undefined : ctx.response.get('location');
    const address = await beginLogout(tenant, logoutIdOf(cookie), returnTo);
    if (!address) return;
    ctx.status = 303;
    ctx.redirect(address);
  };

/** Requests that have ended a session which others know of by SAML. */
const ended = new WeakSet<object>();

/** The browser keeps the cookie of its session until it hears our answer: by it the logout is found again. */
const logoutIdOf = (cookie: string) =>
  createHash('sha256').update(`saml-logout ${cookie}`).digest('base64url').slice(0, 32);

/**
 * Before a session ends, its participants are recorded, so that a server that stops in between notifies all of them.
 */
export const endTogether = (tenant: Tenant, adapter: Adapter): Adapter => ({
  ...adapter,
  async destroy(id) {
    const { oidc } = Provider.ctx ?? {};
    const session = oidc?.session as unknown as Left | undefined;
    // The session of users who stay signed in gets another value.
    const isLeft = oidc?.route === 'end_session_confirm' && oidc.params?.logout !== undefined;
    if (isLeft && session && (await isKnownBySaml(tenant, session))) {
      const { prepareLogout } = await import('../single-logout/flow.ts');
      await prepareLogout(tenant, session.uid, logoutIdOf(id));
      ended.add(oidc);
    }
    const userId = isLeft && tenant.id === adminTenantId ? session?.accountId : undefined;
    if (!session || !userId) return adapter.destroy(id);
    // A session that is gone without its mark would leave signed tokens that nothing ends.
    await writeTogether(tenant.database, async tx => {
      await markSignedOut(tx, userId, session.uid);
      await adapter.destroy(id);
    });
  },
});

type Result = { samlSession?: SamlSession & { connectorId: string } } | undefined;

/** The identity provider that a sign-in came from can end the session. */
const rememberIdentityProvider = async (tenant: Tenant, { oidc }: KoaContextWithOIDC) => {
  const { samlSession } = (oidc?.result as Result) ?? {};
  const { uid: sessionUid, accountId: userId } = oidc?.session ?? {};
  if (!samlSession || !sessionUid || !userId) return;
  const { connectorId, ...known } = samlSession;
  await rememberSession(tenant, { kind: 'connector', id: connectorId }, { sessionUid, userId, ...known });
};

const isKnownBySaml = async (tenant: Tenant, { authorizations = {}, lastSubmission }: Left) => {
  if (lastSubmission?.verificationRecords.some(({ type }) => type === 'EnterpriseSso')) return true;
  for (const id of Object.keys(authorizations))
    if ((await tenant.cached.client(id))?.type === 'SAML') return true;
  return false;
};
