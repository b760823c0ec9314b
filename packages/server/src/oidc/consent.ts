import { organizationResource, organizationsScope } from '@gatehouse/contract/dialect.ts';
import type { Consent } from '@gatehouse/contract/experience.ts';
import { reservedScopes } from '@gatehouse/contract/scopes.ts';
import type { Provider } from 'oidc-provider';
import { organizationScopesOf } from '../domain/organization-access.ts';
import { systemOrigin } from '../domain/origins.ts';
import { shareOrganizations } from '../domain/shared-organizations.ts';
import type { Tenant } from '../domain/tenant.ts';
import { presentUser } from '../domain/users.ts';
import { RequestError } from '../request-error.ts';
import type { FoundInteraction } from './interactions.ts';

/** The provider says what is missing in these details of the consent prompt. */
type Missing = { missingOIDCScope?: string[]; missingResourceScopes?: Record<string, string[]> };

/** Describes the application's request in a form that the consent page can show. */
export const describeConsent = async (tenant: Tenant, interaction: FoundInteraction): Promise<Consent> => {
  const userId = requireUser(interaction);
  const application = await tenant.cached.client(interaction.clientId);
  const user = await tenant.database.read(db =>
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
  );
  if (!application || !user) throw new RequestError('session.not_found');
  const { missingOIDCScope, missingResourceScopes = {} } = interaction.prompt.details as Missing;
  const resources = await Promise.all(
    Object.entries(missingResourceScopes).map(async ([indicator, names]) => {
      const resource =
        indicator === organizationResource
          ? await organizationsAsResource(tenant)
          : await tenant.cached.resource(indicator);
      return resource && describeResource(resource, names);
    }),
  );
  const seesOrganizations = String(interaction.params.scope).split(' ').includes(organizationsScope);
  const ofOrganizations = resources.find(found => found?.resource.id === organizationResource);
  return {
    ...(seesOrganizations
      ? { organizations: await describeOrganizations(tenant, userId, ofOrganizations) }
      : {}),
    application: { id: application.id, name: application.name, ...(await brandOf(tenant, application.id)) },
    user: presentUser(user),
    // Staying signed in concerns only the user and the application: it reveals nothing.
    missingOIDCScope: missingOIDCScope?.filter(scope => !reservedScopes.includes(scope as 'openid')),
    missingResourceScopes: resources.filter(resource => resource !== undefined),
    redirectUri: String(interaction.params.redirect_uri),
  };
};

/** The application's display name and its terms. */
export const brandOf = (tenant: Tenant, applicationId: string) =>
  tenant.database.read(db =>
    db
      .selectFrom('applicationSignInExperiences')
      .select(['displayName', 'branding', 'termsOfUseUrl', 'privacyPolicyUrl'])
      .where('applicationId', '=', applicationId)
      .executeTakeFirst(),
  );

/** Adds the requested scopes to the application's grant and returns where the browser continues. */
export const grantConsent = async (
  tenant: Tenant,
  provider: Provider,
  interaction: FoundInteraction,
  organizationIds: string[],
) => {
  const accountId = requireUser(interaction);
  await shareWithApplication(tenant, interaction.clientId, accountId, organizationIds);
  const existing = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
  const grant = existing ?? new provider.Grant({ clientId: interaction.clientId, accountId });
  const { missingOIDCScope, missingResourceScopes = {} } = interaction.prompt.details as Missing;
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [indicator, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(indicator, scopes.join(' '));
  }
  return interaction.finish({ consent: { grantId: await grant.save() } });
};

/** The user declined, and the application gets that error (RFC 6749 section 4.1.2.1). */
export const denyConsent = async (interaction: FoundInteraction) => {
  requireUser(interaction);
  return interaction.finish({ error: 'access_denied', error_description: 'The user refused the request.' });
};

/** Organization scopes in the form of an API resource. */
const organizationsAsResource = async (tenant: Tenant) => ({
  id: organizationResource,
  name: organizationResource,
  indicator: organizationResource,
  scopes: await tenant.database.read(db =>
    db.selectFrom('organizationScopes').select(['id', 'name', 'description']).orderBy('name').execute(),
  ),
});

/** The user's organizations, each with what the application would be able to do there. */
const describeOrganizations = async (
  tenant: Tenant,
  userId: string,
  asked: ReturnType<typeof describeResource> | undefined,
) => {
  const organizations = await organizationsOf(tenant, userId);
  if (!asked) return organizations;
  return tenant.database.read(async db => {
    const described = [];
    for (const organization of organizations) {
      const held = await organizationScopesOf(db, organization.id, { kind: 'user', id: userId });
      const scopes = asked.scopes.filter(({ name }) => held.includes(name));
      described.push({
        ...organization,
        ...(scopes.length ? { missingResourceScopes: [{ ...asked, scopes }] } : {}),
      });
    }
    return described;
  });
};

const organizationsOf = (tenant: Tenant, userId: string) =>
  tenant.database.read(db =>
    db
      .selectFrom('organizationUsers as member')
      .innerJoin('organizations', 'organizations.id', 'member.organizationId')
      .select(['organizations.id', 'organizations.name'])
      .where('member.userId', '=', userId)
      .orderBy('organizations.name')
      .execute(),
  );

/** The application may act in these organizations for the user, who must belong to each of them. */
const shareWithApplication = async (
  tenant: Tenant,
  clientId: string,
  userId: string,
  organizationIds: string[],
) => {
  if (organizationIds.length === 0) return;
  const own = new Set((await organizationsOf(tenant, userId)).map(({ id }) => id));
  if (organizationIds.some(id => !own.has(id))) throw new RequestError('organization.require_membership');
  await tenant.database.write(systemOrigin('consent'), tx =>
    shareOrganizations(tx.db, { clientId, userId }, organizationIds),
  );
};

const requireUser = ({ prompt, session }: FoundInteraction) => {
  if (prompt.name !== 'consent' || !session?.accountId) throw new RequestError('session.not_found');
  return session.accountId;
};

const describeResource = (
  {
    id,
    name,
    indicator,
    scopes,
  }: {
    id: string;
    name: string;
    indicator: string;
    scopes: { id: string; name: string; description: string | null }[];
  },
  names: string[],
) => ({ resource: { id, name, indicator }, scopes: scopes.filter(scope => names.includes(scope.name)) });
