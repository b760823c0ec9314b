import type { KoaContextWithOIDC } from 'oidc-provider';
import { rememberSession } from '../domain/saml-participants.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { SamlSession } from '../sso/saml-session.ts';
import type { Submission } from './interaction-state.ts';

type Left = {
  uid: string;
  authorizations?: Record<string, unknown>;
  lastSubmission?: Submission;
};

/**
 * A user who signs out in a browser signs out of the other sides by SAML as well: the browser goes there before it goes back
 * to the application. Sessions without SAML cost no question to the database.
 */
export const takePartInSingleLogout =
  (tenant: Tenant) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    const { oidc } = ctx;
    await rememberIdentityProvider(tenant, ctx);
    if (oidc?.route !== 'end_session_confirm' || ctx.status !== 303 || !oidc.params?.logout) return;
    const session = oidc.session as unknown as Left | undefined;
    if (!session || !(await isKnownBySaml(tenant, session))) return;
    const { beginLogout } = await import('../single-logout/flow.ts');
    const address = await beginLogout(tenant, session.uid, ctx.response.get('location'));
    if (address) ctx.redirect(address);
  };

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
