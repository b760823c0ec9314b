import { z } from 'zod';
import { crud, defineRows } from './endpoint.ts';
import { createOrganizationScope, organizationScope } from './organizations.ts';

const plain = crud({
  path: '/organization-scopes',
  noun: 'an organization permission',
  plural: 'organization permissions',
  change: 'organization-scope',
  entity: organizationScope,
  create: createOrganizationScope,
  update: z.strictObject(createOrganizationScope.partial().shape),
  read: 'organizations:read',
  write: 'organizations:write',
});

export const organizationScopes = defineRows({
  ...plain,
  list: { ...plain.list, query: z.object({ q: z.string().optional() }) },
  create: {
    ...plain.create,
    event: 'OrganizationScope.Created',
    errors: ['entity.unique_integrity_violation'],
  },
  update: {
    ...plain.update,
    event: 'OrganizationScope.Data.Updated',
    errors: ['entity.unique_integrity_violation'],
  },
  delete: { ...plain.delete, event: 'OrganizationScope.Deleted' },
});
