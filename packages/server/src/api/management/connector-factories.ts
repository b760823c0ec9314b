import type { connectorFactories as rows } from '@gatehouse/contract/connectors.ts';
import { findFactory, listFactories } from '../../connectors/catalogue.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Handlers } from '../../http/implement.ts';

export const connectorFactories: Handlers<typeof rows> = {
  list: async () => listFactories(),

  async read({ params }) {
    const factory = findFactory(params.id);
    if (!factory) throw new RequestError('entity.not_found');
    return factory.metadata;
  },
};
