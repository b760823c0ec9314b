import type { connectorFactories as rows } from '@gatehouse/contract/connectors.ts';
import { describeFactories, describeFactory, findFactory } from '../../connectors/catalogue.ts';
import { RequestError } from '../../domain/request-error.ts';
import { languageOf } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';

export const connectorFactories: Handlers<typeof rows> = {
  list: async ({ request }) => describeFactories(languageOf(request.headers['accept-language'])),

  async read({ params, request }) {
    const factory = findFactory(params.id);
    if (!factory) throw new RequestError('entity.not_found');
    return describeFactory(factory, languageOf(request.headers['accept-language']));
  },
};
