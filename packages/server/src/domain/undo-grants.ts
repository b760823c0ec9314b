import { permissionsToWriteRows } from '@gatehouse/contract/change-permissions.ts';
import { camelCase } from '../database/catalog.ts';
import type { ChangeEntry } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import { mayGrant } from './grants.ts';

/**
 * A deletion takes along rows of other areas, such as the memberships of a user or the permissions of roles. To bring
 * them back is to grant them again, which the permission to delete does not cover. Rows that an undo removes need no
 * more than the change itself: a deletion would take them along, too.
 */
export const requireWriterOfRows = (scopes: ReadonlySet<string>, entries: readonly ChangeEntry[]) => {
  const tables = new Set(entries.flatMap(({ table, after }) => (after ? [camelCase(table)] : [])));
  const permissions = [...tables].flatMap(table => {
    const oneOf = permissionsToWriteRows(table);
    return oneOf.some(permission => mayGrant(scopes, permission)) ? [] : oneOf.slice(0, 1);
  });
  if (permissions.length > 0)
    throw new RequestError('auth.grant_exceeds_own', { data: { permissions: [...new Set(permissions)] } });
};
