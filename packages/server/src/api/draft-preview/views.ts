import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../database/tables.ts';
import { createTenantCache, type TenantCache } from '../../domain/tenant-cache.ts';
import { listRequests } from '../../drafts/requests.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { offlineOf } from '../management/bundle-context.ts';
import { type DraftContext, RefusedRequest, runRequests, tryInTurn } from '../management/draft-runs.ts';

/** Changes after which a draft has other effects on the sign-in pages. */
const topics = new Set(['clients', 'keys', 'sign-in-experience', 'tenant', '*']);

type View = { version: string; settings: Promise<TenantCache> };

/**
 * The settings of drafts, as they would be if they were published now. They are read in transactions that are undone, and
 * are kept apart from all live caches.
 */
export const createDraftViews = ({ database }: Pick<Services, 'database'>) => {
  const views = new LRUCache<string, View>({ max: 100, ttl: minuteMs });
  const close = database.onInvalidate((tenantId, topic) => {
    if (!topics.has(topic)) return;
    for (const key of views.keys()) if (tenantId === '*' || key.startsWith(`${tenantId} `)) views.delete(key);
  });
  return {
    close,
    /** `version` names the requests of the draft. */
    async of(context: DraftContext, { draftId, version }: { draftId: string; version: string }) {
      const key = `${context.tenant.id} ${draftId}`;
      const known = views.get(key);
      if (known?.version === version) return known.settings;
      const settings = loadSettings(context, draftId);
      views.set(key, { version, settings });
      settings.catch(() => views.peek(key)?.settings === settings && views.delete(key));
      return settings;
    },
  };
};

/** The settings of each page are read in one transaction; the rest when it is asked for. */
const loadSettings = async (context: DraftContext, draftId: string): Promise<TenantCache> => {
  const { tenant, services } = context;
  let open: Kysely<Tables> | undefined;
  const run = <T>(work: (db: Kysely<Tables>) => Promise<T>) =>
    tryInTurn(context, async tx => {
      const requests = await listRequests(tx.db, services.vault, draftId);
      const all = requests.map(request => ({ ...request, caller: context.caller }));
      await runRequests(context, tx, all, () => undefined);
      return work(tx.db);
    }).catch((error: unknown) => {
      if (error instanceof RefusedRequest) throw new RequestError('draft.refused', { cause: error });
      throw error;
    });
  const settings = createTenantCache(
    { ...tenant.database, read: work => (open ? work(open) : run(work)) },
    { vault: services.vault, documents: offlineOf(services.outgoing) },
  );
  await run(async db => {
    open = db;
    await settings.signInExperience();
    await settings.signInConfiguration();
    await settings.publicExperience({});
    await settings.ownLanguages();
    await settings.profileFields();
    open = undefined;
  });
  return settings;
};
