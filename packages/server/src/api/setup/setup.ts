import type { setup as rows } from '@gatehouse/contract/setup.ts';
import { createFirstAdministrator } from '../../domain/administrators.ts';
import { requirePolicy } from '../../domain/password-policy.ts';
import { hasAnybody, requireSetupCode } from '../../domain/setup-code.ts';
import { ownTransactions } from '../../http/implement.ts';
import { needsSetupCode } from '../../pages/setup-code-need.ts';
import { RequestError } from '../../request-error.ts';

export const setup = ownTransactions<typeof rows>({
  async createAdministrator({ tenant, origin, body, services, request }) {
    if (await tenant.database.read(hasAnybody)) throw new RequestError('setup.already_done');
    if (needsSetupCode(services.env, request.raw)) await requireSetupCode(services, body.setupCode);
    await requirePolicy({ tenant, services }, body.password, { username: body.username });
    const passwordEncrypted = await services.passwords.hash(body.password);
    return createFirstAdministrator(services.database, origin, {
      username: body.username,
      primaryEmail: body.primaryEmail,
      passwordEncrypted,
    });
  },
});
