import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Reference } from './kind.ts';
import { type References, unknownReference } from './references.ts';

/** The folder of API resources; permissions belong to them. */
export const apiResourcesFolder = 'api-resources';

/** A function that names a permission as `<resource>/<permission>`. */
export const readPermissions = async (db: Kysely<Tables>, references: References) => {
  const scopes = await db.selectFrom('scopes').select(['id', 'name', 'resourceId']).execute();
  const names = new Map(
    scopes.map(({ id, name, resourceId }) => [
      id,
      `${references.slugOf(apiResourcesFolder, resourceId)}/${name}`,
    ]),
  );
  return (scopeId: string) => names.get(scopeId) ?? scopeId;
};

const split = (permission: string): [string, string] => {
  const at = permission.indexOf('/');
  return [permission.slice(0, Math.max(at, 0)), permission.slice(at + 1)];
};

export const referencesToPermissions = (permissions: readonly string[]): Reference[] =>
  permissions.map(permission => ({ kind: apiResourcesFolder, slug: split(permission)[0] }));

/** The IDs of permissions by their names; one that is not there is refused by name. */
export const idsOfPermissions = async (
  db: Kysely<Tables>,
  references: References,
  permissions: readonly string[],
  { isTolerant = false } = {},
) => {
  if (!permissions.length) return [];
  const scopes = await db.selectFrom('scopes').select(['id', 'name', 'resourceId']).execute();
  const ids = new Map(scopes.map(({ id, name, resourceId }) => [`${resourceId}/${name}`, id]));
  return permissions.flatMap(permission => {
    const [slug, name] = split(permission);
    const id = ids.get(`${references.idOf(apiResourcesFolder, slug)}/${name}`);
    if (id === undefined && !isTolerant) throw unknownReference('permissions', permission);
    return id ?? [];
  });
};
