import type { signIns as rows } from '@gatehouse/contract/sign-ins.ts';
import { presentSignIn, readSteps, selectSignIns } from '../../audit/sign-ins.ts';
import { fetchCappedPage } from '../../domain/listing.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const signIns: Handlers<typeof rows> = {
  async list({ db, query, page, tenant }) {
    const found = await fetchCappedPage(db, selectSignIns(db, query), page);
    const steps = await readSteps(
      tenant.database,
      db,
      found.items.map(({ id }) => id),
    );
    return { ...found, items: found.items.map(row => presentSignIn(row, steps.get(row.id))) };
  },

  async read({ db, params: { id }, tenant }) {
    const row = await db.selectFrom('signIns').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new RequestError('entity.not_exists_with_id', { data: { name: 'sign-in', id } });
    const steps = (await readSteps(tenant.database, db, [id])).get(id) ?? [];
    return { ...presentSignIn(row, steps), steps };
  },
};
