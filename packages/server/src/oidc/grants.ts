import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { isAdmitted } from '../domain/application-access.ts';
import { systemOrigin } from '../domain/origins.ts';
import { limitGrants } from '../domain/sessions.ts';
import type { Tenant } from '../domain/tenant.ts';
import { applicationOf } from './application-of.ts';
import { firstFactorCheck, leftOpenCheck, lifetimeCheck, maximumAgeCheck, stepUpCheck } from './step-up.ts';

const { base, Check, Prompt } = interactionPolicy;

/**
 * Our own applications get what they ask for: the user has agreed by signing in. Every scope that is asked for goes
 * into the grant, also those that the user's roles do not grant today; each token holds only what they grant when it
 * is made. Applications of others get what the consent page put into their grant.
 */
const findGrant = async (ctx: KoaContextWithOIDC) => {
  const { client, session, account, provider, requestParamScopes, requestParamOIDCScopes, resourceServers } =
    ctx.oidc;
  if (!client || !session || !account) return undefined;
  const grantId = ctx.oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (applicationOf(client).isThirdParty) return existing;

  const grant =
    existing?.accountId === account.accountId
      ? existing
      : new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  const before = JSON.stringify([grant.openid, grant.resources]);
  grant.addOIDCScope([...requestParamOIDCScopes].join(' '));
  const apiScopes = [...requestParamScopes].filter(scope => !requestParamOIDCScopes.has(scope)).join(' ');
  for (const indicator of Object.keys(resourceServers ?? {})) grant.addResourceScope(indicator, apiScopes);
  if (grant !== existing || JSON.stringify([grant.openid, grant.resources]) !== before) await grant.save();
  return grant;
};

/** The grant of a request. Where an application limits how many a user has, older ones make room. */
export const loadGrant = (tenant: Tenant) => async (ctx: KoaContextWithOIDC) => {
  const grant = await findGrant(ctx);
  const { client, account } = ctx.oidc;
  const maximum = client && applicationOf(client).customClientMetadata.maxAllowedGrants;
  if (grant && account && maximum) {
    const inUse = { id: grant.jti, userId: account.accountId, clientId: client.clientId };
    await tenant.database.write(systemOrigin('grants'), tx => limitGrants(tx, inUse, maximum));
  }
  return grant;
};

/** A signed-in user can continue or use another account. Without one there is nothing to choose. */
const selectAccount = () => {
  const prompt = new Prompt({ name: 'select_account', requestable: true });
  for (const check of prompt.checks) {
    const { check: isNeeded } = check;
    check.check = ctx => (ctx.oidc.account ? isNeeded(ctx) : Check.NO_NEED_TO_PROMPT);
  }
  return prompt;
};

/** A user who has signed in may still have no access to the application. Then there is nothing to do here. */
const access = (tenant: Tenant) =>
  new Prompt(
    { name: 'access', requestable: false },
    new Check('not_admitted', 'the application lets in only those that it names', async ctx => {
      const { client, account } = ctx.oidc;
      if (client && account && !(await isAdmitted(tenant, applicationOf(client), account.accountId)))
        throw new errors.AccessDenied('this application is not open to the user');
      return Check.NO_NEED_TO_PROMPT;
    }),
  );

/** The library's prompts, but only applications of others ask for consent. */
export const createInteractionPolicy = (tenant: Tenant, absoluteSessionTtl: number) => {
  const policy = base();
  const consent = policy.get('consent');
  for (const check of consent?.checks ?? []) {
    const { check: isNeeded } = check;
    check.check = ctx =>
      ctx.oidc.client && applicationOf(ctx.oidc.client).isThirdParty
        ? isNeeded(ctx)
        : Check.NO_NEED_TO_PROMPT;
  }
  policy.add(selectAccount(), 0);
  const login = policy.get('login');
  // Levels are compared, not matched: ours stand in for the library's checks.
  login?.checks.remove('essential_acrs');
  login?.checks.remove('essential_acr');
  login?.checks.add(stepUpCheck(tenant));
  login?.checks.add(firstFactorCheck(tenant));
  login?.checks.add(maximumAgeCheck());
  login?.checks.add(leftOpenCheck());
  login?.checks.add(lifetimeCheck(absoluteSessionTtl));
  // A user who was deleted or suspended since the session started must sign in again, with another account.
  policy
    .get('login')
    ?.checks.add(
      new Check('account_gone', 'the signed-in user is not there any more', ctx =>
        ctx.oidc.session?.accountId !== undefined && !ctx.oidc.account
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    );
  policy.add(access(tenant));
  return policy;
};
