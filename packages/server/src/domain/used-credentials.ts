import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import type { Tenant } from './tenant.ts';

type Use = { interactionId: string; expiresAt: number };

/** Uses something up that counts once. Of requests that come at the same time with the same thing only one gets through. */
export const spendWithin = async (
  db: Kysely<Tables>,
  thing: string,
  { interactionId, expiresAt }: Use,
): Promise<boolean> => {
  const digest = createHash('sha256').update(thing).digest('hex');
  const spent = await db
    .insertInto('usedCredentials')
    .values({ digest, interactionId, expiresAt })
    .onConflict(conflict => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst();
  return spent !== undefined;
};

/** The same, where nothing else has to happen with it. */
export const spendOnce = (tenant: Tenant, thing: string, use: Use): Promise<boolean> =>
  tenant.database.send(db => spendWithin(db, thing, use));

/** A credential of a provider counts for one sign-in: a replay is refused. */
export const spendCredential = async (
  tenant: Tenant,
  credential: string,
  { interactionId, expiresAt }: Use,
) => {
  const digest = createHash('sha256').update(credential).digest('hex');
  const spent = await tenant.database.send(db =>
    db
      .insertInto('usedCredentials')
      .values({ digest, interactionId, expiresAt })
      .onConflict(conflict =>
        conflict
          .columns(['tenantId', 'digest'])
          .doUpdateSet({ expiresAt })
          .where('usedCredentials.interactionId', '=', interactionId),
      )
      .returning('digest')
      .executeTakeFirst(),
  );
  if (!spent) throw new RequestError('session.google_one_tap.invalid_id_token');
};
