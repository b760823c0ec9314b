import {
  type ConsentScopeType,
  consentScopeTypes,
  type applicationConsent as rows,
} from '@gatehouse/contract/application-consent.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { findApplication } from '../../domain/applications.ts';
import { loadConsentScopeIds } from '../../domain/consent-ceiling.ts';
import { describeConsentScopes, requireConsentScopes } from '../../domain/consent-scopes.ts';
import { fetchPage } from '../../domain/listing.ts';
import { namedScope } from '../../domain/management-aliases.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { presentOrganization } from '../../domain/organizations.ts';
import { addRelated, removeRelated, replaceRelated } from '../../domain/relations.ts';
import type { Handlers } from '../../http/implement.ts';
import { pathOption } from '../../http/path-option.ts';
import { RequestError } from '../../request-error.ts';

export const applicationConsent: Handlers<typeof rows> = {
  async listScopes({ db, params }) {
    const { applicationId } = params;
    await findApplication(db, applicationId);
    return describeConsentScopes(db, await loadConsentScopeIds(db, applicationId));
  },

  async addScopes({ tx, db, params, body, tenant, services }) {
    const { applicationId } = params;
    await requireThirdParty(db, applicationId);
    const {
      organizationScopes = [],
      resourceScopes = [],
      organizationResourceScopes = [],
      userScopes = [],
    } = body;
    const audience = audienceOf(services.env, tenant.id);
    const named = (id: string) => namedScope(audience, id);
    const asked = {
      organizationScopes,
      resourceScopes: resourceScopes.map(named),
      organizationResourceScopes: organizationResourceScopes.map(named),
    };
    await requireConsentScopes(db, asked, audience);
    const allowed = ceilings(applicationId);
    await addRelated(tx, allowed['organization-scopes'], organizationScopes);
    await addRelated(tx, allowed['resource-scopes'], resourceScopes);
    await addRelated(tx, allowed['organization-resource-scopes'], organizationResourceScopes);
    await addRelated(tx, allowed['user-scopes'], userScopes);
  },

  async removeScope({ tx, params }) {
    const type = pathOption(params, 'scopeType', consentScopeTypes);
    await removeRelated(tx, ceilings(params.applicationId)[type], params.scopeId);
  },

  async listOrganizations({ db, params, page }) {
    await requireThirdParty(db, params.id);
    const found = await fetchPage(
      db
        .selectFrom('organizations')
        .innerJoin('applicationConsentOrganizations as seen', 'seen.organizationId', 'organizations.id')
        .selectAll('organizations')
        .where('seen.applicationId', '=', params.id)
        .where('seen.userId', '=', params.userId)
        .orderBy('organizations.name')
        .orderBy('organizations.id'),
      page,
    );
    return { ...found, items: { organizations: found.items.map(presentOrganization) } };
  },

  async addOrganizations({ tx, db, params, body }) {
    await requireThirdParty(db, params.id);
    await requireMember(db, params.userId, body.organizationIds);
    await addRelated(tx, seenOrganizations(params), body.organizationIds);
  },

  async replaceOrganizations({ tx, db, params, body }) {
    await requireThirdParty(db, params.id);
    await requireMember(db, params.userId, body.organizationIds);
    await replaceRelated(tx, seenOrganizations(params), body.organizationIds);
  },

  async removeOrganization({ tx, db, params }) {
    await requireThirdParty(db, params.id);
    await removeRelated(tx, seenOrganizations(params), params.organizationId);
  },
};

/** The table that stores each kind of permission. */
const ceilings = (applicationId: string) =>
  ({
    'organization-scopes': {
      table: 'applicationConsentOrganizationScopes',
      parent: { applicationId },
      column: 'organizationScopeId',
    },
    'resource-scopes': {
      table: 'applicationConsentResourceScopes',
      parent: { applicationId },
      column: 'scopeId',
    },
    'organization-resource-scopes': {
      table: 'applicationConsentOrganizationResourceScopes',
      parent: { applicationId },
      column: 'scopeId',
    },
    'user-scopes': {
      table: 'applicationConsentUserScopes',
      parent: { applicationId },
      column: 'userScope',
    },
  }) as const satisfies Record<ConsentScopeType, object>;

const seenOrganizations = ({ id, userId }: { id: string; userId: string }) =>
  ({
    table: 'applicationConsentOrganizations',
    parent: { applicationId: id, userId },
    column: 'organizationId',
  }) as const;

/** Our own applications need no consent: they get what their users may do. */
const requireThirdParty = async (db: Kysely<Tables>, id: string) => {
  const { isThirdParty } = await findApplication(db, id);
  if (!isThirdParty) throw new RequestError('application.third_party_application_only');
};

const requireMember = async (db: Kysely<Tables>, userId: string, organizationIds: string[]) => {
  if (organizationIds.length === 0) return;
  const memberships = await db
    .selectFrom('organizationUsers')
    .select('organizationId')
    .where('userId', '=', userId)
    .where('organizationId', 'in', organizationIds)
    .execute();
  if (memberships.length < new Set(organizationIds).size) {
    throw new RequestError('organization.require_membership');
  }
};
