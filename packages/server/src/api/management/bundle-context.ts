import { isIP } from 'node:net';
import { management } from '@gatehouse/contract/apis.ts';
import type { AppliedBundle, BundleFile } from '@gatehouse/contract/bundles.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { type EntityKind, entities } from '@gatehouse/contract/entities.ts';
import type { FastifyReply } from 'fastify';
import { applyBundle, oneAfterTheOther } from '../../bundles/apply.ts';
import { printFile } from '../../bundles/files.ts';
import type { Call } from '../../bundles/kind.ts';
import { domainsIn } from '../../bundles/kinds/settings.ts';
import { bundleKinds } from '../../bundles/kinds.ts';
import { readTenantState, rememberSlugs } from '../../bundles/tenant-state.ts';
import type { Write } from '../../database/database.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { type RequestContext, runWithin } from '../../http/implement.ts';
import { maySeeSecrets } from '../../http/reveal.ts';
import { type Outgoing, OutgoingError } from '../../outgoing/outgoing.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { managementHandlers } from './handlers.ts';

/** The tenant that a bundle is about, and the caller with its permissions there. */
export type BundleContext = Pick<
  RequestContext<Row>,
  'tenant' | 'services' | 'caller' | 'origin' | 'request'
>;

/** Slugs are given out and kept: that is no change of the configuration. */
export const exportFiles = (context: BundleContext): Promise<BundleFile[]> =>
  writeInTurn(context, async tx => {
    await oneAfterTheOther(tx.db);
    const state = await readTenantState(bundleKinds, reading(context, { db: tx.db }));
    await rememberSlugs(tx.db, state);
    const files = [...state.held.values()].map(({ kind, path, hidden }) => printFile(kind, path, hidden));
    return files.sort((one, other) => (one.path < other.path ? -1 : 1));
  });

/** One at a time for each tenant: a write of the whole configuration takes a while. */
export const writeInTurn = <T>(
  { services, tenant, origin }: Pick<BundleContext, 'services' | 'tenant' | 'origin'>,
  work: (tx: Write) => Promise<T>,
) => services.turns(tenant.id, () => tenant.database.write(origin, work));

type Given = Parameters<typeof applyBundle>[2];

/** Applies files as one change. What is required holds when it is written. */
export const applyFiles = async (
  context: BundleContext,
  given: Given,
  require: (tx: Write) => Promise<void> = async () => undefined,
): Promise<AppliedBundle> => {
  const { services, request } = context;
  const outside = await askOutside(services, given.files);
  const applied = await writeInTurn(context, async tx => {
    await require(tx);
    const plan = await applyBundle(bundleKinds, reading(context, { db: tx.db, tx, outside }), given);
    const written = plan.changes.filter(({ action }) => action !== 'unlisted').length;
    tx.object('bundle', tx.changeId, String(written));
    return { ...plan, changeId: written ? tx.changeId : null };
  });
  await outside
    .settle()
    .catch((error: unknown) => request.log.error({ err: error }, 'a domain was not given back'));
  return applied;
};

type Own = keyof typeof managementHandlers;

/** A part of an answer has no separate status. */
export const unsent = { code: () => unsent } as unknown as FastifyReply;

/** No outside request is sent while the transaction is open: handlers that describe a provider do without. */
export const offlineOf = ({ resolve }: Outgoing): Outgoing => {
  const offline: Outgoing = {
    fetch: async () => refuse(),
    connect: async () => refuse(),
    // Addresses need no lookup. For names there is no answer, as from a slow server: they may be public.
    resolve: host => (isIP(host) ? resolve(host) : Promise.reject(new Error(unasked))),
    requestOptions: () => refuse(),
    trusting: () => offline,
    addressOf: url => url,
  };
  return offline;
};

const unasked = 'Nothing is asked while the configuration is being changed.';

const refuse = (): never => {
  throw new OutgoingError(unasked);
};

type Outside = Awaited<ReturnType<typeof askOutside>>;

/**
 * Custom domains are the only part of a bundle that other tenants and other servers have a say in: those are asked before
 * the transaction, and told after it.
 */
const askOutside = async ({ tenants, customDomains }: Services, files: readonly BundleFile[]) => {
  const owners = new Map<string, Awaited<ReturnType<Services['tenants']['atDomain']>>>();
  for (const { domain } of domainsIn(files)) owners.set(domain, await tenants.atDomain(domain));
  const released: Parameters<typeof customDomains.release>[0][] = [];
  return {
    services: {
      tenants: { ...tenants, atDomain: async (domain: string) => owners.get(domain) },
      customDomains: {
        ...customDomains,
        release: async (row: (typeof released)[number]) => void released.push(row),
      },
    },
    async settle() {
      for (const row of released) await customDomains.release(row);
    },
  };
};

/** Administrators see all secrets of a configuration; here they are compared, and never answered. */
const everything = new Set(['all']);

export const reading = (
  { tenant, services, caller, origin, request }: BundleContext,
  { db, tx, outside }: { db: Write['db']; tx?: Write; outside?: Outside },
) => {
  const call: Call = (area, name, { params = {}, query = {}, body }) => {
    if (area === 'bundles') throw new RequestError('request.invalid_input');
    const row = (management[area] as Record<string, Row>)[name as string]!;
    const handler = (managementHandlers[area as Own] as unknown as Record<string, never>)[name as string]!;
    const context = {
      params,
      query,
      body,
      page: undefined,
      sort: undefined,
      caller: { ...caller, scopes: everything },
      origin,
      tenant,
      services: { ...services, outgoing: offlineOf(services.outgoing), ...outside?.services },
      request,
      reply: unsent,
    };
    return runWithin({ db, ...(tx ? { tx } : {}) }, row, handler, context as never) as never;
  };
  return {
    db,
    vault: services.vault,
    audience: audienceOf(services.env, tenant.id),
    callerId: caller.id,
    maySeeSecrets: (entity: EntityKind) => maySeeSecrets(caller, entities[entity].area),
    call,
  };
};
