import type { Acr } from '@gatehouse/contract/authentication-levels.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** A resource as the token endpoint needs it. */
export type ResourceWithScopes = {
  id: string;
  name: string;
  indicator: string;
  accessTokenTtl: number;
  scopes: { id: string; name: string; description: string | null; acr: Acr | null }[];
};

export const loadResource = async (
  db: Kysely<Tables>,
  known: { indicator: string } | { id: string },
): Promise<ResourceWithScopes | undefined> => {
  const resource = await db
    .selectFrom('resources')
    .select(['id', 'name', 'indicator', 'accessTokenTtl'])
    .where(({ and }) => and(known))
    .executeTakeFirst();
  if (!resource) return undefined;
  const scopes = await db
    .selectFrom('scopes')
    .select(['id', 'name', 'description', 'acr'])
    .where('resourceId', '=', resource.id)
    .execute();
  return { ...resource, scopes };
};

export const loadDefaultResource = async (db: Kysely<Tables>): Promise<string | null> => {
  const resource = await db
    .selectFrom('resources')
    .select('indicator')
    .where('isDefault', '=', true)
    .executeTakeFirst();
  return resource?.indicator ?? null;
};
