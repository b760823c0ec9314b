import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IdTokenAlgorithm } from '@gatehouse/contract/client-metadata.ts';
import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import { announcedAlgorithm, announcesKeys } from '../domain/companion-keys.ts';
import { ensureCompanions } from '../domain/ensure-companions.ts';
import type { OidcConfig } from '../domain/oidc-config.ts';
import { pathOf } from '../domain/path-of.ts';
import { inOrderOfUse } from '../domain/signing-keys.ts';
import type { Tenant } from '../domain/tenant.ts';
import { welcome } from './front-door.ts';
import { findInteraction } from './interactions.ts';
import { createMachineTokens, type MachineTokens } from './machine-tokens.ts';
import { createProvider } from './provider.ts';
import type { ProviderOptions } from './provider-options.ts';
import { type Watchers, watchProvider } from './watch.ts';

export type Providers = ReturnType<typeof createProviders>;

type Exchange = { raw: IncomingMessage };

type Mounted = {
  provider: Provider;
  answerMachine: MachineTokens;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
};

/** Each tenant has its own provider, created on first use and again when its configuration or current key changes. */
export const createProviders = (options: ProviderOptions & Watchers & { maxProviders?: number }) => {
  const mounted = new LRUCache<string, { config: OidcConfig; kid: string | undefined; mount: Mounted }>({
    max: options.maxProviders ?? 500,
  });

  const mount = async (tenant: Tenant, algorithms: IdTokenAlgorithm[] = []): Promise<Mounted> => {
    const chosen = await tenant.cached.idTokenAlgorithms();
    await ensureCompanions(tenant, options.vault, [...chosen, ...algorithms]);
    const config = await tenant.cached.oidcConfig();
    const [{ kid }] = inOrderOfUse(config.keys);
    const known = mounted.get(tenant.issuer);
    if (known?.config === config && known.kid === kid) return known.mount;
    const provider = createProvider(tenant, config, options);
    watchProvider(tenant, provider, options);
    const answerMachine = createMachineTokens(tenant, config, options);
    const created = { provider, answerMachine, handle: provider.callback() };
    mounted.set(tenant.issuer, { config, kid, mount: created });
    return created;
  };

  return {
    of: async (tenant: Tenant) => (await mount(tenant)).provider,
    /** The interaction that the cookies of a request name. */
    interaction: async (tenant: Tenant, request: Exchange, reply: { raw: ServerResponse }) =>
      findInteraction((await mount(tenant)).provider, request, reply),
    /** Takes a raw request below `/oidc`. The library finds its mount point by comparing `originalUrl` with `url`. */
    async handle(
      tenant: Tenant,
      request: IncomingMessage & { originalUrl?: string },
      response: ServerResponse,
    ) {
      const announced = announcesKeys(request.url ?? '') ? [announcedAlgorithm] : [];
      const { answerMachine, handle } = await mount(tenant, announced);
      if (await answerMachine(request, response)) return;
      request.originalUrl = `${pathOf(tenant)}${request.url}`;
      request.url = (request.url ?? '').slice('/oidc'.length) || '/';
      const welcomed = await welcome(request, response, `${pathOf(tenant)}/oidc`);
      if (welcomed) handle(welcomed, response);
    },
  };
};
