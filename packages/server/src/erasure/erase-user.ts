import { sealUnlinkedOf } from '../database/chain/link.ts';
import type { Database, Origin, Write } from '../database/database.ts';
import { noteRewrite } from '../database/embedded/rewrites.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/origins.ts';
import { deleteUser } from '../domain/suspend-user.ts';
import { enqueue } from '../jobs/queue.ts';
import { finishErasures } from './finish-erasures.ts';
import { forgetMessages } from './forget-messages.ts';
import { forgetTraces } from './forget-traces.ts';
import { forgetViews } from './forget-views.ts';
import { formerIdentifiers } from './former-identifiers.ts';
import { pictureJob } from './remove-pictures.ts';

type Dependencies = { database: Database; vault: Vault };
/** `onlyIfDue`: not if the user has decided to stay, perhaps a moment ago. */
type Target = { tenantId: string; userId: string; now: number; onlyIfDue?: boolean };

/**
 * Destroys the key of a person, and with it everything that history, logs, events, deliveries and job results say about
 * them. Deletes data that is stored in the clear. The author and time of changes stay. False if the ID was never used.
 */
export const eraseUser = async (dependencies: Dependencies, origin: Origin, target: Target) =>
  (await eraseUsers(dependencies, origin, [target])) > 0;

/** The files are rewritten once for all of them. Gives how many there were. */
export const eraseUsers = async (dependencies: Dependencies, origin: Origin, targets: readonly Target[]) => {
  let count = 0;
  try {
    for (const target of targets) if (await eraseOne(dependencies, origin, target)) count += 1;
  } finally {
    if (count > 0) await finishErasures(dependencies.database);
  }
  return count;
};

const eraseOne = async (
  { database, vault }: Dependencies,
  origin: Origin,
  { tenantId, userId, now, onlyIfDue = false }: Target,
) => {
  const tenant = database.tenant(tenantId);
  return tenant.write(origin, async tx => {
    // Locked until the end: a concurrent cancellation of the deletion comes first, or finds the account gone.
    const user = await tx.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (onlyIfDue && (user?.deletionDueAt ?? Number.POSITIVE_INFINITY) > now) return false;
    const { identifiers, names, providerIds, pictures, wasHere } = await formerIdentifiers(
      tenant,
      tx.db,
      userId,
      user,
    );
    await sealUnlinkedOf(tx, tenantId, { userId, identifiers });
    if (user) await deleteUser(tx, user);
    if (!(await destroyKey(tx, userId, { now, wasHere }))) return false;
    const marks = await database.people.identifierSubjects(tx.db, tenantId, identifiers);
    await tx.db
      .updateTable('personKeys')
      .set({ key: null, erasedAt: now })
      .where('subject', 'in', ['', ...marks])
      .execute();
    await forgetTraces(tx.db, { tenantId, userId, identifiers, names, providerIds });
    await forgetViews(tx.db, { tenantId, identifiers, names });
    await forgetMessages(tx.db, vault, { userId, identifiers, names });
    await noteRewrite(tx.db, tenantId, 'users');
    tx.object('user', userId);
    if (pictures.length)
      await enqueue(tx, pictureJob, {
        data: { names: pictures },
        origin: systemOrigin('erasures'),
        dueAt: now,
      });
    return true;
  });
};

/** The row stays without its key, so that no other key is created for the same person. */
const destroyKey = async (tx: Write, userId: string, { now, wasHere }: { now: number; wasHere: boolean }) => {
  const gone = { key: null, deletedAt: now, erasedAt: now };
  const known = await tx.update('personKeys', { subject: userId }, gone);
  if (known || !wasHere) return known !== undefined;
  await tx.insert('personKeys', { subject: userId, ...gone });
  return true;
};
