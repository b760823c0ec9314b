import type { wellKnown as rows } from '@gatehouse/contract/well-known.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { RequestError } from '../../domain/request-error.ts';
import { publicSignInExperience } from '../../domain/sign-in-experience.ts';
import { languageOf } from '../../http/errors.ts';
import type { DirectHandlers } from '../../http/implement.ts';

export const wellKnown: DirectHandlers<typeof rows> = {
  status: async () => {},

  async readEndpoint({ params, services }) {
    const tenant = await services.tenants.get(params.tenantId);
    if (!tenant) throw new RequestError('entity.not_found');
    return { user: tenant.endpoint };
  },

  async readSignInExperience({ tenant }) {
    return publicSignInExperience(await tenant.cached.signInExperience(), false);
  },

  async readPhrases({ query, request, reply }) {
    const language = languageOf(request.headers['accept-language'], query.lng);
    reply.header('content-language', language);
    return loadPhrases(language, 'experience');
  },
};
