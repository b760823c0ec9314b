import { type ConsentScopeType, consentScopeTypes } from '@gatehouse/contract/application-consent.ts';
import type { cimd as rows } from '@gatehouse/contract/cimd.ts';
import type { Write } from '../../database/database.ts';
import { loadCimd, type StoredCimd } from '../../domain/cimd.ts';
import {
  type ConsentScopeIds,
  describeConsentScopes,
  requireConsentScopes,
} from '../../domain/consent-scopes.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { cimdConfigKey } from '../../domain/oidc-config.ts';
import type { Handlers } from '../../http/implement.ts';
import { pathOption } from '../../http/path-option.ts';
import { RequestError } from '../../request-error.ts';
import { writeConfig } from './configs-oidc.ts';

export const cimd: Handlers<typeof rows> = {
  async readConfig({ db }) {
    const { enabled } = await loadCimd(db);
    return { enabled };
  },

  async updateConfig({ tx, body }) {
    const { enabled } = await change(tx, stored => ({ ...stored, ...body }));
    return { enabled };
  },

  listScopes: async ({ db }) => describeConsentScopes(db, await loadCimd(db)),

  async addScopes({ tx, db, body, tenant, services }) {
    const added = { ...nothing, ...body };
    await requireConsentScopes(db, added, audienceOf(services.env, tenant.id));
    await change(tx, stored => ({
      ...stored,
      ...Object.fromEntries(kinds.map(kind => [kind, [...new Set([...stored[kind], ...added[kind]])]])),
    }));
  },

  async removeScope({ tx, params }) {
    const kind = kindOf[pathOption(params, 'scopeType', consentScopeTypes)];
    await change(tx, stored => {
      if (!stored[kind].includes(params.scopeId)) throw new RequestError('entity.not_found');
      return { ...stored, [kind]: stored[kind].filter(id => id !== params.scopeId) };
    });
  },
};

const nothing: ConsentScopeIds = {
  organizationScopes: [],
  resourceScopes: [],
  organizationResourceScopes: [],
  userScopes: [],
};
const kinds = Object.keys(nothing) as (keyof ConsentScopeIds)[];

const kindOf = {
  'organization-scopes': 'organizationScopes',
  'resource-scopes': 'resourceScopes',
  'organization-resource-scopes': 'organizationResourceScopes',
  'user-scopes': 'userScopes',
} as const satisfies Record<ConsentScopeType, keyof ConsentScopeIds>;

/** Two changes at once come one after the other. */
const change = async (tx: Write, update: (stored: StoredCimd) => StoredCimd) => {
  await tx.db.selectFrom('configs').select('key').where('key', '=', cimdConfigKey).forUpdate().execute();
  const changed = update(await loadCimd(tx.db));
  await writeConfig(tx, cimdConfigKey, changed);
  tx.object('cimd', cimdConfigKey);
  return changed;
};
