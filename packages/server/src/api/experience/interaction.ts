import type { interactionRows as rows } from '@gatehouse/contract/experience.ts';
import { ownTransactions } from '../../http/implement.ts';
import { denyConsent, describeConsent, grantConsent } from '../../oidc/consent.ts';
import { keepAccount } from '../../oidc/select-account.ts';

export const interaction = ownTransactions<typeof rows>({
  async keepAccount({ tenant, services, request, reply }) {
    return { redirectTo: await keepAccount(await services.providers.interaction(tenant, request, reply)) };
  },

  async readConsent({ tenant, services, request, reply }) {
    return describeConsent(tenant, await services.providers.interaction(tenant, request, reply));
  },

  async grantConsent({ tenant, services, body, request, reply }) {
    const provider = await services.providers.of(tenant);
    const interaction = await services.providers.interaction(tenant, request, reply);
    return { redirectTo: await grantConsent(tenant, provider, interaction, body?.organizationIds ?? []) };
  },

  async denyConsent({ tenant, services, request, reply }) {
    return { redirectTo: await denyConsent(await services.providers.interaction(tenant, request, reply)) };
  },
});
