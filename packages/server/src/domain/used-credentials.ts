import { createHash } from 'node:crypto';
import { RequestError } from './request-error.ts';
import type { Tenant } from './tenant.ts';

/** Uses something up that counts once. Of requests that come at the same time with the same thing only one gets through. */
export const spendOnce = async (
  tenant: Tenant,
  thing: string,
  { interactionId, expiresAt }: { interactionId: string; expiresAt: number },
): Promise<boolean> => {
  const digest = createHash('sha256').update(thing).digest('hex');
  const spent = await tenant.database.send(db =>
    db
      .insertInto('usedCredentials')
      .values({ digest, interactionId, expiresAt })
      .onConflict(conflict => conflict.doNothing())
      .returning('digest')
      .executeTakeFirst(),
  );
  return spent !== undefined;
};

/** A credential that was given elsewhere counts for one sign-in: whoever comes with it again is refused. */
export const spendCredential = async (
  tenant: Tenant,
  credential: string,
  { interactionId, expiresAt }: { interactionId: string; expiresAt: number },
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
