import type { wellKnown as rows } from '@gatehouse/contract/well-known.ts';
import { loadAccountCenter } from '../../domain/account-center.ts';
import { languageOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import { endpointOf } from '../../http/tenant-address.ts';
import { RequestError } from '../../request-error.ts';

export const wellKnown = ownTransactions<typeof rows>({
  status: async () => {},

  // For any ID that a tenant could have: which of them exist is not for everyone to learn.
  async readEndpoint({ params, services }) {
    if (!/^[\da-z](?:[\da-z-]{0,61}[\da-z])?$/i.test(params.tenantId))
      throw new RequestError('entity.not_found');
    return { user: endpointOf(services.env, params.tenantId) };
  },

  readSignInExperience: ({ tenant, query }) => tenant.cached.publicExperience(query),
  readExperience: ({ tenant, query }) => tenant.cached.publicExperience(query),

  readAccountCenter: ({ tenant }) => tenant.database.read(db => loadAccountCenter(db, tenant.id)),

  async readPhrases({ tenant, query, request, reply }) {
    const language = languageOf(
      request.headers['accept-language'],
      query.lng,
      await tenant.cached.ownLanguages(),
    );
    reply.header('content-language', language);
    return tenant.cached.pagePhrases(language);
  },
});
