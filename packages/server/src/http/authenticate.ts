import {
  allScope,
  cloudAudience,
  defaultTenantId,
  meAudience,
  organizationAudience,
  tenantOrganizationId,
} from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { LimitedRole } from '@gatehouse/contract/limited-roles.ts';
import {
  isTenantPermission,
  type ManagementArea,
  type ManagementPermission,
  type TenantPermission,
} from '@gatehouse/contract/scopes.ts';
import { isSecretLeft } from '../domain/client-applications.ts';
import { isOutdated, type SignIn } from '../domain/credential-changes.ts';
import { allowsDuty, mayGrant } from '../domain/grants.ts';
import { type LimitedAccess, limitedAccess } from '../domain/limited-access.ts';
import type { Tenant } from '../domain/tenant.ts';
import { RequestError } from '../request-error.ts';
import { verifyBearer } from './bearer.ts';

/** The caller of a request. */
export type Caller = {
  kind: 'user' | 'application' | 'anonymous';
  id: string;
  scopes: ReadonlySet<string>;
  /** Everything the account holds now, including permissions that its token does not carry. */
  held?: ReadonlySet<string>;
  /** The session that the token of a user hangs from. */
  sessionUid?: string;
  /** The session of the console in which a member of the tenant acts. */
  consoleSessionUid?: string;
  /** The application that the token of a user was made for. */
  applicationId?: string;
  /** When that token was made, in seconds. */
  issuedAt?: number;
  /** When the secret was made that the token of an application was issued for: its work ends with the secret. */
  secretCreatedAt?: number;
  /** The row of that token, for work that must not outlast it. */
  tokenRow?: string;
  /** The role by which a member of the tenant acts. */
  role?: string;
  /** The permissions of limited roles for this request. They are no scopes: nothing can be granted by them. */
  limited?: LimitedAccess;
  /** Whether that token came from a token exchange: then it is not the user who holds it. */
  isExchanged?: boolean;
};

export const anonymous: Caller = { kind: 'anonymous', id: '', scopes: new Set() };

/**
 * Tokens for the management API come from the tenant itself (machines) or from the admin tenant (people). The users of
 * a tenant never manage it, whatever their roles say: impersonating a user gains nothing here. The users of the admin
 * tenant manage the others, so a part of its own management API would be worth all of it.
 */
export const authenticateManagement = async (
  authorization: string | undefined,
  row: Row,
  { params, tenant, admin, audience, isCloud }: Managed,
): Promise<Caller> => {
  const { issuer, issued, isOfConsole, ...claimed } = await verifyBearer(
    authorization,
    [tenant, admin],
    audience,
  );
  if (claimed.kind === 'user' && issuer.id !== admin.id) throw new RequestError('auth.forbidden');
  const today = await asOfToday(claimed, { issuer, issued, audience });
  const isMember = claimed.kind === 'user' && !isCloud && tenant.id !== admin.id;
  const { limited, ...caller } = isMember
    ? await asMember(today, { tenantId: tenant.id, admin, isOfConsole })
    : { ...today, limited: [] };
  const access = holds(caller, allScope, row.permission) ? undefined : accessOf(limited, row, params);
  if (access) return { ...caller, limited: access };
  requireScope(caller, allScope, ...(tenant.id === admin.id ? [] : [row.permission]));
  for (const shown of row.shows ?? []) requireScope(caller, allScope, shown);
  return caller;
};

type Managed = { params: unknown; tenant: Tenant; admin: Tenant; audience: string; isCloud: boolean };

/**
 * Self-hosted, the token of a member is for the management API itself. What the role of the member allows comes along:
 * no scope of that token stands for it.
 */
const asMember = async (
  caller: Caller,
  { tenantId, admin, isOfConsole }: { tenantId: string; admin: Tenant; isOfConsole: boolean },
): Promise<Member> => {
  const { scopes: current, role, limited } = await membershipOf(caller, tenantId, admin);
  const allowed = isOfConsole ? [...current].filter(isOfRole) : [];
  return {
    ...caller,
    scopes: new Set([...caller.scopes, ...allowed]),
    held: new Set([...(caller.held ?? []), ...allowed]),
    limited: isOfConsole ? limited : [],
    ...(role === undefined ? {} : { role }),
  };
};

/** The holder of a token for one of the API resources of the tenant. */
export const authenticateResource = (
  authorization: string | undefined,
  tenant: Tenant,
  resource: string,
): Promise<Caller> => verifyBearer(authorization, [tenant], resource);

export const authenticateMe = async (authorization: string | undefined, admin: Tenant): Promise<Caller> => {
  const caller = await verifyToday(authorization, admin, meAudience);
  requireScope(caller, allScope);
  if (caller.kind !== 'user') throw new RequestError('auth.forbidden');
  return caller;
};

/** The cloud API takes tokens for itself, and for some rows those of a member of the tenant that the path names. */
export const authenticateCloud = async (
  authorization: string | undefined,
  row: Row,
  { tenantId, admin }: { tenantId: string | undefined; admin: Tenant },
): Promise<Caller> => {
  if (isTenantPermission(row.permission)) {
    const { limited: _, ...caller } = await verifyMember(authorization, tenantId ?? '', admin);
    requireScope(caller, row.permission, ...(row.role ? [row.role] : []));
    return caller;
  }
  const caller = await verifyToday(authorization, admin, cloudAudience);
  requireScope(caller, row.permission);
  if (row.member) {
    const { scopes } = await membershipOf(caller, tenantId ?? '', admin);
    if (!allowsDuty(scopes, row.member)) throw new RequestError('auth.forbidden');
  }
  return caller;
};

/** In the cloud people reach a tenant's management API as members of the tenant, with a member's permissions. */
export const authenticateMember = async (
  authorization: string | undefined,
  row: Row,
  { params, tenantId, admin }: { params: unknown; tenantId: string; admin: Tenant },
): Promise<Caller> => {
  const { limited, ...caller } = await verifyMember(authorization, tenantId, admin);
  const oneOf = [memberPermission(row.method), row.permission];
  const access = holds(caller, ...oneOf) ? undefined : accessOf(limited, row, params);
  if (access) return { ...caller, limited: access };
  requireScope(caller, ...oneOf);
  for (const shown of row.shows ?? []) requireScope(caller, 'read:data' satisfies TenantPermission, shown);
  return caller;
};

/** Settings that control how the console's own users sign in. */
const ownAreas = [
  'account-center',
  'captcha',
  'connectors',
  'custom-phrases',
  'custom-profile-fields',
  'email-templates',
  'sign-in-experience',
  'user-assets',
] as const satisfies readonly ManagementArea[];
/** The screen of the ways to sign in also says whether there is enterprise SSO. */
const ownSettings = new Set<string>([
  'sso-connectors:read' satisfies ManagementPermission,
  ...ownAreas.flatMap(area => [`${area}:read`, `${area}:write`]),
]);
/** The session lifetime, which is separate from the keys and scripts configured next to it. */
const sessionPath = '/configs/oidc/session';

/**
 * Self-hosted, who manages the tenant also decides how its administrators sign in: these settings of the admin tenant,
 * and nothing else of it. Users, roles and applications of the admin tenant could be made worth more than a member is.
 */
export const authenticateOwner = async (
  authorization: string | undefined,
  row: Row,
  admin: Tenant,
): Promise<Caller> => {
  const { limited: _, ...caller } = await verifyMember(authorization, defaultTenantId, admin);
  // The settings of the sign-in lead to the account of every administrator.
  requireScope(caller, 'manage:tenant' satisfies TenantPermission);
  if (!mayGrant(caller.scopes, allScope)) throw new RequestError('auth.forbidden');
  if (!ownSettings.has(row.permission) && row.path !== sessionPath) throw new RequestError('auth.forbidden');
  // A member reads everything of its own tenant. Of this one it reads settings, and no users that come with them.
  const others = [...caller.scopes].filter(
    scope => isTenantPermission(scope) && scope !== ('read:data' satisfies TenantPermission),
  );
  const readable = [...ownSettings].filter(permission => permission.endsWith(':read'));
  return { ...caller, scopes: new Set([...others, ...readable]) };
};

/** A caller before it is known which request is made. */
type Member = Omit<Caller, 'limited'> & { limited: readonly LimitedRole[] };

/** A member who lost a role, or left, is held to it at once. */
const verifyMember = async (
  authorization: string | undefined,
  tenantId: string,
  admin: Tenant,
): Promise<Member> => {
  const organizationId = tenantOrganizationId(tenantId);
  const { issuer, issued, isOfConsole, ...caller } = await verifyBearer(
    authorization,
    [admin],
    organizationAudience(organizationId),
  );
  await requireStanding(caller, issuer, issued);
  const { scopes: current, role, limited } = await membershipOf(caller, tenantId, admin);
  const today = limitTo(caller, current);
  const allowed = isOfConsole ? [...current].filter(isOfRole) : [];
  return {
    ...today,
    scopes: new Set([...today.scopes, ...allowed]),
    limited: isOfConsole ? limited : [],
    ...(role === undefined ? {} : { role }),
  };
};

const accessOf = (limited: readonly LimitedRole[], row: Row, params: unknown) =>
  limitedAccess(limited, row, params as Record<string, unknown>);

const membershipOf = (caller: Caller, tenantId: string, admin: Tenant) =>
  admin.cached.membership(tenantOrganizationId(tenantId), memberOf(caller));

/** Permissions that are no scopes of tokens: the console acts with all that the role of its user has now. */
const isOfRole = (permission: string) => !isTenantPermission(permission);

const verifyToday = async (authorization: string | undefined, admin: Tenant, audience: string) => {
  const { issuer, issued, isOfConsole: _, ...claimed } = await verifyBearer(authorization, [admin], audience);
  return asOfToday(claimed, { issuer, issued, audience });
};

/** Limits the token to the caller's current permissions. Everything is cached, so a request needs no query. */
const asOfToday = async (
  caller: Caller,
  { issuer, issued, audience }: { issuer: Tenant; issued: SignIn; audience: string },
): Promise<Caller> => {
  const person = await requireStanding(caller, issuer, issued);
  const held = person?.scopes ?? (await issuer.cached.applicationScopes(caller.id));
  const resource = await issuer.cached.resource(audience);
  return limitTo(caller, new Set(held.get(resource?.id ?? '')));
};

/**
 * A token outlives the user or the application that it was issued for, and the session or secret it was issued by. Ending
 * that session, changing the password or deleting that secret ends the token.
 */
const requireStanding = async ({ kind, id, secretCreatedAt }: Caller, issuer: Tenant, issued: SignIn) => {
  if (kind === 'application') {
    const application = await issuer.cached.client(id);
    if (!application || !isSecretLeft(application, secretCreatedAt))
      throw new RequestError('auth.unauthorized');
    return undefined;
  }
  const person = await issuer.cached.person(id);
  if (!person) throw new RequestError('auth.unauthorized');
  if (person.isSuspended) throw new RequestError('user.suspended');
  const isEnded = person.endedSessions.has(issued.sessionUid ?? '');
  if (isEnded || isOutdated(person, issued)) throw new RequestError('auth.unauthorized');
  return person;
};

const limitTo = (caller: Caller, current: ReadonlySet<string>): Caller => ({
  ...caller,
  scopes: new Set([...caller.scopes].filter(scope => current.has(scope))),
  held: current,
});

const memberOf = ({ kind, id }: Caller) =>
  ({ kind: kind === 'application' ? 'application' : 'user', id }) as const;

/** The permission with which a member of a tenant calls its management API. */
export const memberPermission = (method: Row['method']): TenantPermission =>
  method === 'get' ? 'read:data' : method === 'delete' ? 'delete:data' : 'write:data';

/** Whether a caller holds one of these scopes. */
export const holds = ({ scopes }: Caller, ...oneOf: string[]) => oneOf.some(scope => scopes.has(scope));

/** A new sign-in helps if the token has less than its account. It does not help if the account has too little. */
const requireScope = (caller: Caller, ...oneOf: string[]) => {
  if (holds(caller, ...oneOf)) return;
  const isHeld = oneOf.some(scope => caller.held?.has(scope));
  throw new RequestError(isHeld ? 'auth.insufficient_permissions' : 'auth.forbidden');
};

/** For a request that also writes settings of another area than that of its row. */
export const requireWriterOf = (caller: Caller, area: ManagementArea) =>
  requireScope(caller, allScope, 'write:data' satisfies TenantPermission, `${area}:write`);
