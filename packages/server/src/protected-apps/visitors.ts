import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { isAdmitted } from '../domain/application-access.ts';
import { inOrderOfUse } from '../domain/signing-keys.ts';
import type { Tenant } from '../domain/tenant.ts';
import { createTokenSigner } from '../domain/token-signer.ts';
import { claimsByScope, findAccount } from '../oidc/accounts.ts';
import type { Services } from '../services.ts';
import { cookieOf } from './cookies.ts';
import type { HeaderFields } from './headers.ts';
import type { Site } from './sites.ts';
import type { Visit } from './visit.ts';

/** A user who is signed in to a site, as the origin sees them. */
export type Visitor = { identity: HeaderFields };

/** The longest delay until the end of a session, a suspension, or a new name takes effect. */
export const checkEveryMs = 60_000;
const tokenLifeSeconds = 300;

/** In the browser, sealed. The grant is the provider's: it ends when the user signs out, or is shut out. */
const session = z.object({
  kind: z.literal('site-session'),
  applicationId: z.string(),
  grantId: z.string(),
  userId: z.string(),
  startedAt: z.number(),
  /** The sign-in behind it, in seconds as the provider counts. Sessions of earlier versions do not have it. */
  sessionUid: z.string().optional(),
  signedInAt: z.number().optional(),
});
export type SiteSession = z.infer<typeof session>;

export const scopesOf = ({ settings }: Site) => [
  ...new Set(['openid', 'profile', 'email', ...(settings.additionalScopes ?? [])] as const),
];

export const createVisitors = ({ vault, now }: Pick<Services, 'vault' | 'now'>) => {
  const checked = new LRUCache<string, { at: number; visitor: Promise<Visitor | undefined> }>({
    max: 10_000,
  });

  return {
    /** The user of this request, if the session is still valid. */
    async of({ request, site, tenant, address }: Visit): Promise<Visitor | undefined> {
      const kept = open(vault, cookieOf(request, address, 'session'));
      if (kept?.applicationId !== site.applicationId) return undefined;
      if (kept.startedAt + site.settings.sessionDuration * 1000 <= now()) return undefined;
      const known = checked.get(kept.grantId);
      if (known && now() - known.at < checkEveryMs) return known.visitor;
      const visitor = identify(tenant, site, kept, now());
      checked.set(kept.grantId, { at: now(), visitor });
      visitor.catch(() => checked.delete(kept.grantId));
      return visitor;
    },
    /** Its next request is checked again. */
    forget({ request, address }: Visit) {
      const kept = open(vault, cookieOf(request, address, 'session'));
      if (kept) checked.delete(kept.grantId);
    },
  };
};

const open = (vault: Services['vault'], sealed: string | undefined) => {
  if (!sealed) return undefined;
  try {
    return session.safeParse(JSON.parse(vault.open(sealed))).data;
  } catch {
    return undefined;
  }
};

const identify = async (
  tenant: Tenant,
  site: Site,
  { grantId, userId, startedAt, sessionUid, signedInAt }: SiteSession,
  now: number,
): Promise<Visitor | undefined> => {
  const grant = await tenant.database.read(db =>
    db
      .selectFrom('oidcModelInstances')
      .select('id')
      .where('modelName', '=', 'Grant')
      .where('id', '=', grantId)
      .where('expiresAt', '>', Date.now())
      .executeTakeFirst(),
  );
  const { keys, idTokenClaims, hasStandardClaims } = await tenant.cached.oidcConfig();
  const application = await tenant.cached.client(site.applicationId);
  const isLetIn = grant && application && (await isAdmitted(tenant, application, userId));
  const signIn = { sessionUid, atSeconds: signedInAt ?? startedAt / 1000 };
  const account = isLetIn
    ? await findAccount(tenant, userId, { idTokenClaims, hasStandardClaims, signIn })
    : undefined;
  if (!account) return undefined;
  const scopes = scopesOf(site);
  const all = await account.claims('userinfo', scopes.join(' '), {}, []);
  const allowed = new Set<string>(scopes.flatMap(scope => claimsByScope[scope]));
  const claims = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => allowed.has(name) && value !== undefined && value !== null),
  );
  const issuedAt = Math.floor(now / 1000);
  const sign = createTokenSigner(inOrderOfUse(keys)[0], 'JWT');
  const token = await sign({
    ...claims,
    iss: tenant.issuer,
    aud: site.applicationId,
    iat: issuedAt,
    exp: issuedAt + tokenLifeSeconds,
  });
  return {
    identity: {
      'x-gatehouse-user-id': userId,
      ...textHeader('x-gatehouse-user-name', claims.name ?? claims.username),
      ...textHeader('x-gatehouse-user-email', claims.email),
      'x-gatehouse-id-token': token,
    },
  };
};

/** Headers hold ASCII only, so whatever people call themselves is percent-encoded. */
const textHeader = (name: string, value: unknown): HeaderFields =>
  typeof value === 'string' && value !== '' ? { [name]: encodeText(value) } : {};

/** `@` and `+` stay readable because they are common in addresses. */
const encodeText = (text: string) => encodeURIComponent(text).replace(/%(?:40|2B)/g, decodeURIComponent);
