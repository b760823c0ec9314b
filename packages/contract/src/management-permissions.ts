import { type EntityArea, entityList } from './entities.ts';
import { type ManagementArea, type ManagementPermission, readingAreas } from './scopes.ts';

/** Each has a reading and a writing permission; `all` grants everything. */
export const managementAreas: readonly ManagementArea[] = [
  ...new Set([...entityList.map(({ area }) => area as EntityArea), ...readingAreas]),
].sort();

export const managementPermissions: readonly ManagementPermission[] = [
  'all',
  ...managementAreas.flatMap(area => [`${area}:read`, `${area}:write`] as const),
];
