import { management } from '@gatehouse/contract/apis.ts';
import { allScope } from '@gatehouse/contract/dialect.ts';
import type { Log, logs as rows } from '@gatehouse/contract/logs.ts';
import { exportLogs } from '../../audit/export-logs.ts';
import { presentLogs, selectLogs } from '../../audit/select-logs.ts';
import { fetchCappedPage } from '../../domain/listing.ts';
import { type Caller, holds } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const logs: Handlers<typeof rows> = {
  async list({ db, query, page, tenant }) {
    const found = await fetchCappedPage(db, selectLogs(db, query), page);
    return { ...found, items: await presentLogs(tenant.database, db, found.items) };
  },

  async export({ query, tenant, reply }) {
    const { format = 'csv', ...filters } = query;
    return exportLogs({ tenant, reply, format, filters });
  },

  async read({ db, params, tenant, caller }) {
    const log = await db.selectFrom('logs').selectAll().where('id', '=', params.id).executeTakeFirst();
    const [found] = await presentLogs(tenant.database, db, log ? [log] : []);
    if (!found || (isDelivery(found) && !maySeeDeliveries(caller)))
      throw new RequestError('entity.not_exists_with_id', { data: { name: 'log', id: params.id } });
    return found;
  },
};

const isDelivery = ({ key }: Log) => key.startsWith('TriggerHook.');

/** Deliveries of webhooks are shown to callers that can list them. */
const maySeeDeliveries = (caller: Caller) => {
  const { permission, shows } = management.hooks.listRecentLogs;
  return [permission, ...shows].every(each => holds(caller, allScope, 'read:data', each));
};
