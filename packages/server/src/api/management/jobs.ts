import type { Job, jobs as rows } from '@gatehouse/contract/jobs.ts';
import { fetchCappedPage } from '../../domain/listing.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

/** Direct: what is scheduled belongs to no tenant. */
export const jobs = ownTransactions<typeof rows>({
  async list({ tenant, query: { name, state }, page }) {
    const found = await tenant.database.read(db =>
      fetchCappedPage(
        db,
        db
          .selectFrom('jobs')
          .select(['id', 'name', 'state', 'attempts', 'dueAt', 'error', 'createdAt', 'finishedAt'])
          .$if(name !== undefined, list => list.where('name', '=', name ?? ''))
          .$if(state !== undefined, list => list.where('state', '=', state ?? 'waiting'))
          .orderBy('id', 'desc'),
        page,
      ),
    );
    return {
      ...found,
      items: found.items.map(row => ({ ...row, id: `${row.id}`, name: row.name as Job['name'] })),
    };
  },

  async listSchedules({ services }) {
    if (isOfOthers(services)) return [];
    const schedules = await services.jobs.listSchedules();
    return schedules.map(({ everyMs, leasedUntil, ...schedule }) => ({
      ...schedule,
      everySeconds: everyMs / 1000,
      isRunning: leasedUntil !== null && leasedUntil > Date.now(),
    }));
  },

  async runSchedule({ params, services }) {
    const isKnown = !isOfOthers(services) && (await services.jobs.hasten(params.name));
    if (!isKnown)
      throw new RequestError('entity.not_exists_with_id', { data: { name: 'schedule', id: params.name } });
  },
});

/** In the cloud the server's own work is about all tenants, and none of theirs. */
const isOfOthers = ({ env }: Services) => env.GATEHOUSE_EDITION === 'cloud';
