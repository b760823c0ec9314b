import { z } from 'zod';
import { crud, defineRows } from './endpoint.ts';
import { createOrganizationScope, organizationScope } from './organizations.ts';

const plain = crud({
  kind: 'organization-scope',
  path: '/organization-scopes',
  entity: organizationScope,
  create: createOrganizationScope,
  update: z.strictObject(createOrganizationScope.partial().shape),
});

export const organizationScopes = defineRows({
  ...plain,
  list: { ...plain.list, query: z.object({ q: z.string().optional() }) },
  create: {
    ...plain.create,
    errors: ['entity.unique_integrity_violation'],
  },
  update: {
    ...plain.update,
    errors: ['entity.unique_integrity_violation'],
  },
});
