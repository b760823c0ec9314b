import type { setup as rows } from '@gatehouse/contract/setup.ts';
import { createFirstAdministrator, hasAdministrator } from '../../domain/administrators.ts';
import { requirePolicy } from '../../domain/password-policy.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { DirectHandlers } from '../../http/implement.ts';

export const setup: DirectHandlers<typeof rows> = {
  async createAdministrator({ tenant, origin, body, services }) {
    if (await tenant.database.read(hasAdministrator)) throw new RequestError('setup.already_done');
    await requirePolicy({ tenant, services }, body.password, { username: body.username });
    const passwordEncrypted = await services.passwords.hash(body.password);
    return createFirstAdministrator(services.database, origin, {
      username: body.username,
      primaryEmail: body.primaryEmail,
      passwordEncrypted,
    });
  },
};
