import type { connectorFactories as rows } from '@gatehouse/contract/connectors.ts';
import { describeFactories, describeFactory, findFactory, isOffered } from '../../connectors/catalogue.ts';
import { languageOf } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const connectorFactories: Handlers<typeof rows> = {
  async list({ request, services }) {
    const factories = await describeFactories(languageOf(request.headers['accept-language']));
    return factories.filter(({ id }) => isOffered(services.env, id));
  },

  async read({ params, request, services }) {
    const factory = findFactory(params.id);
    if (!factory || !isOffered(services.env, params.id)) throw new RequestError('entity.not_found');
    return describeFactory(factory, languageOf(request.headers['accept-language']));
  },
};
