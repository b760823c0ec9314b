import { type Acr, isAcr, reaches, strongest } from '@gatehouse/contract/authentication-levels.ts';
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { heldFactors, isMain } from '../domain/sign-in/held-factors.ts';
import { acceptedFor } from '../domain/sign-in/level-rules.ts';
import { factorsOf } from '../domain/sign-in/load.ts';
import type { Tenant } from '../domain/tenant.ts';
import { proofLifetimeMs } from '../domain/verification-records.ts';
import { applicationOf } from './application-of.ts';
import { authenticationOf } from './authentication.ts';
import { reportAcr } from './patches/requests.ts';

const { Check } = interactionPolicy;

/** The levels that a request names: by `acr_values`, which the library turns into a claim, or by the claim itself. */
const requestedAcrs = ({ oidc }: KoaContextWithOIDC) => {
  const { value, values, essential } = (oidc.claims?.id_token?.acr ?? {}) as {
    value?: unknown;
    values?: unknown;
    essential?: boolean;
  };
  if (values !== undefined && !Array.isArray(values))
    throw new errors.InvalidRequest('invalid claims.id_token.acr.values type');
  const named = [...(value === undefined ? [] : [value]), ...((values as unknown[] | undefined) ?? [])];
  const known = named.filter(isAcr);
  if (essential && named.length && !known.length) throw unmet();
  return known;
};

/** The permissions that are asked for, and what each of them needs. */
const acrsOfScopes = async (tenant: Tenant, { oidc }: KoaContextWithOIDC): Promise<Acr[]> => {
  const needed = Object.entries(oidc.resourceServers ?? {}).map(async ([indicator, server]) => {
    const resource = await tenant.cached.resource(indicator);
    const granted = new Set(server.scope?.split(' '));
    return (resource?.scopes ?? []).flatMap(({ name, acr }) =>
      isAcr(acr) && granted.has(name) && oidc.requestParamScopes.has(name) ? [acr] : [],
    );
  });
  return (await Promise.all(needed)).flat();
};

const requiredAcr = async (tenant: Tenant, ctx: KoaContextWithOIDC): Promise<Acr | undefined> => {
  const { client } = ctx.oidc;
  const minimum = client && applicationOf(client).customClientMetadata.minimumAcr;
  // Of several that a client names, each will do: the weakest is what it takes.
  const weakest = requestedAcrs(ctx).toSorted((one, other) => (reaches(one, other) ? 1 : -1))[0];
  return strongest([
    ...(weakest ? [weakest] : []),
    ...(minimum ? [minimum] : []),
    ...(await acrsOfScopes(tenant, ctx)),
  ]);
};

const unmet = () =>
  new errors.CustomOIDCProviderError(
    'unmet_authentication_requirements',
    'the user cannot authenticate as strongly as the request requires',
  );

/** A session that is weaker than what is asked for signs in further; the first factor is not asked for again. */
export const stepUpCheck = (tenant: Tenant) =>
  new Check(
    'step_up',
    'End-User authentication must be stronger',
    async ctx => {
      const required = await requiredAcr(tenant, ctx);
      if (!required) return Check.NO_NEED_TO_PROMPT;
      const reached = authenticationOf(ctx)?.acr;
      if (reaches(reached, required)) {
        reportRequested(ctx, reached);
        return Check.NO_NEED_TO_PROMPT;
      }
      // A user who has just signed in and is still below the level cannot reach it.
      if (ctx.oidc.result?.login) throw unmet();
      return Check.REQUEST_PROMPT;
    },
    async ctx => ({
      requiredAcr: await requiredAcr(tenant, ctx),
      signedInAt: ctx.oidc.session?.loginTs,
      amr: ctx.oidc.session?.amr,
    }),
  );

/**
 * A higher level leads users without a factor to setting one up. A session is not enough for that, however young: with a
 * stolen one, a thief would add a factor of their own, and prove to be the user with it from then on.
 */
export const firstFactorCheck = (tenant: Tenant) =>
  new Check('first_factor', 'End-User must sign in again to set up a factor', 'login_required', async ctx => {
    const { session, result } = ctx.oidc;
    if (!session?.accountId || result?.login) return Check.NO_NEED_TO_PROMPT;
    const required = await requiredAcr(tenant, ctx);
    if (!required || reaches(authenticationOf(ctx)?.acr, required)) return Check.NO_NEED_TO_PROMPT;
    return (await setsUpFirst(tenant, session, required)) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  });

type Session = NonNullable<KoaContextWithOIDC['oidc']['session']>;

const setsUpFirst = async (tenant: Tenant, { accountId = '', amr: sessionAmr }: Session, required: Acr) => {
  const configuration = await tenant.cached.signInConfiguration();
  // If nothing can be set up, the step-up says that the level cannot be reached.
  if (!acceptedFor(required, configuration).some(isMain)) return false;
  const user = await tenant.database.read(db =>
    db.selectFrom('users').selectAll().where('id', '=', accountId).executeTakeFirst(),
  );
  // Another check finds out that the user is gone.
  if (!user) return false;
  const { passwordResetBy } = user;
  const subject = { factors: factorsOf(user), passwordResetBy };
  return heldFactors(configuration, { event: 'SignIn', user: subject, sessionAmr }).length === 0;
};

/** A client that names levels learns one of those (OpenID Connect Core section 5.5.1.1). */
const reportRequested = (ctx: KoaContextWithOIDC, reached: Acr | undefined) => {
  const named = requestedAcrs(ctx).filter(acr => reaches(reached, acr));
  if (!named.length || named.some(acr => acr === reached)) return;
  const level = strongest(named);
  if (level) reportAcr(ctx, level);
};

/** Enforces the application's own maximum age, whatever the request says. */
export const maximumAgeCheck = () =>
  new Check('application_max_age', 'End-User authentication is too long ago', 'login_required', ctx => {
    const { client, session, result } = ctx.oidc;
    const seconds = client && applicationOf(client).customClientMetadata.maximumAuthenticationAge;
    if (!seconds || !session?.accountId || result?.login) return Check.NO_NEED_TO_PROMPT;
    return session.past(seconds) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  });

/**
 * A fresh sign-in was asked for, and this one was left open on its page, where another person could end it. There is always as
 * much time as a proof counts, or slow users would never get through.
 */
export const leftOpenCheck = () =>
  new Check('left_open', 'End-User authentication is too long ago', 'login_required', ctx => {
    const { client, params, prompts, session, result } = ctx.oidc;
    const own = client && applicationOf(client).customClientMetadata.maximumAuthenticationAge;
    const ages = [params?.max_age, own, prompts.has('login') ? 0 : undefined].flatMap(age =>
      age === undefined ? [] : Number(age),
    );
    if (!result?.login || ages.length === 0) return Check.NO_NEED_TO_PROMPT;
    const seconds = Math.max(proofLifetimeMs / 1000, Math.min(...ages));
    return session?.past(seconds) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  });

/** The absolute end of a session, whatever its activity and whenever its row was written. */
export const lifetimeCheck = (seconds: number) =>
  new Check('session_lifetime', 'End-User session is over', 'login_required', ctx => {
    const { session, result } = ctx.oidc;
    const isOver = session?.accountId !== undefined && !result?.login && session.past(seconds);
    return isOver ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
  });

/** Clients name authentication by the parameter `claims`; what they learn of users goes by scopes. */
export const assertClaimsParameter = (_: KoaContextWithOIDC, claims: object | undefined) => {
  const allowed = new Set(['acr', 'amr', 'auth_time', 'sub']);
  const asked = Object.values(claims ?? {}).flatMap(part => Object.keys((part as object | null) ?? {}));
  const other = asked.find(name => !allowed.has(name));
  if (other) throw new errors.InvalidRequest(`the claim ${other} is requested by a scope, not by claims`);
};
