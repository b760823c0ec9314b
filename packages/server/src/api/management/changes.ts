import { changedKinds, permissionToRead, permissionToWrite } from '@gatehouse/contract/change-permissions.ts';
import type { Change, changes as rows } from '@gatehouse/contract/changes.ts';
import { allScope } from '@gatehouse/contract/dialect.ts';
import { entityList } from '@gatehouse/contract/entities.ts';
import type { Kysely } from 'kysely';
import { ChangeRefusedError, listChanges, readChange } from '../../database/changes.ts';
import type { ChangeEntry, Tables } from '../../database/tables.ts';
import { requireWriterOfRows } from '../../domain/undo-grants.ts';
import { isPublishedWithApproval } from '../../drafts/approvals.ts';
import { type Caller, holds } from '../../http/authenticate.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { prepareNewKey } from '../../saml/undone-deletion.ts';
import { undoChange } from '../../undo/undo-change.ts';
import { guardOf } from './guard.ts';

/** Direct: undoing is a change like any other, but the row itself names no kind of object. */
export const changes = ownTransactions<typeof rows>({
  async list({ tenant, query, page, caller }) {
    const { start_time: startTime, end_time, ...filters } = query;
    // The database counts microseconds: the last millisecond is meant as a whole.
    const endTime = end_time === undefined ? undefined : end_time + 1;
    const { changes: items, total } = await tenant.database.read(db =>
      listChanges(
        tenant.database,
        db,
        { ...filters, startTime, endTime, ...sightOf(caller) },
        { page: page.number, pageSize: page.size },
      ),
    );
    return { items, total };
  },

  async read({ tenant, params, caller }) {
    const change = await tenant.database.read(db =>
      readChange(tenant.database, db, params.id, sightOf(caller)),
    );
    if (!change) throw new RequestError('entity.not_found');
    return change;
  },

  async revert({ tenant, origin, params, caller, services }) {
    const readWritable = async (db: Kysely<Tables>) => {
      const change = await readChange(tenant.database, db, params.id, sightOf(caller));
      requireWriter(caller, change);
      return change;
    };
    const addKey = await prepareNewKey(await tenant.database.read(readWritable), services.vault);
    const wasApproved = await tenant.database.read(db => isPublishedWithApproval(db, params.id));
    // A change that went live with an approval can be taken back without one.
    const approved = wasApproved ? 'configuration' : 'nothing';
    const guard = guardOf(services, caller, tenant.id, approved);
    const id = await tenant.database
      .write({ ...origin, guard }, async tx => {
        await readWritable(tx.db);
        const check = (entries: readonly ChangeEntry[]) => requireWriterOfRows(caller.scopes, entries);
        await undoChange(tx, params.id, { vault: services.vault, check });
        await addKey?.(tx);
        return tx.changeId;
      })
      .catch(refuse);
    const change = await tenant.database.read(db => readChange(tenant.database, db, id));
    if (!change) throw new RequestError('entity.not_found');
    return change;
  },
});

/** A change has the values of its object: callers that cannot read the object do not see its changes either. */
const sightOf = (caller: Caller) => {
  if (holds(caller, allScope, 'read:data')) return {};
  return {
    visibleKinds: changedKinds().filter(kind => holds(caller, permissionToRead(kind))),
    withoutUsers: !holds(caller, permissionToRead('user')),
    hiddenTables: entityList.flatMap(({ kind, tables }) =>
      holds(caller, permissionToRead(kind)) ? [] : Object.keys(tables),
    ),
  };
};

/** Undoing is writing: it takes the permission that the change itself took, and shows what the change has to show. */
const requireWriter = (caller: Caller, change: Change | undefined) => {
  if (!change) throw new RequestError('entity.not_found');
  if (!holds(caller, allScope, 'write:data', permissionToWrite(change.objectKind)))
    throw new RequestError('auth.forbidden');
};

const refuse = (error: unknown): never => {
  if (!(error instanceof ChangeRefusedError)) throw error;
  if (error.code === 'change.not_found') throw new RequestError('entity.not_found', { cause: error });
  throw new RequestError(error.code, { data: { fields: error.fields }, cause: error });
};
