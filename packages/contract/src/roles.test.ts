import { expect, test } from 'vitest';
import { managementRole } from './dialect.ts';
import { managementAreas, managementPermissions } from './management-permissions.ts';
import { role } from './role.ts';
import { roles } from './roles.ts';
import { tenantPermissions, tenantRoles } from './scopes.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';

test('[ENT-7] role', () => {
  const sample = {
    tenantId: 'default',
    id: 'r',
    name: 'Editor',
    description: 'Edits',
    type: 'User',
    isDefault: false,
  };
  expect(refusals(role, sample)).toEqual([]);
  expect(
    refusals(role, { ...sample, name: text(128), description: text(128), type: 'MachineToMachine' }),
  ).toEqual([]);
  expect(refusals(role, { ...sample, name: text(129), description: text(129) })).toEqual([
    'name: validation.too_long',
    'description: validation.too_long',
  ]);
  expect(refusals(role, { ...sample, name: '', description: '' })).toEqual([
    'name: validation.required',
    'description: validation.required',
  ]);
  expect(refusals(role, { ...sample, type: 'Robot' })).toEqual(['type: validation.option']);
  expect(refusals(roles.create.body, { name: 'a', description: 'b', scopeIds: ['s'] })).toEqual([]);
  expect(refusals(roles.update.body, { type: 'User' })).toEqual(['type: validation.unknown_field']);
});

test('[ROLE-1] tenant roles: admin may do everything, a collaborator reads, writes and deletes data and reads members', () => {
  expect(tenantRoles.admin).toEqual(tenantPermissions);
  expect(tenantRoles.collaborator).toEqual(['read:data', 'write:data', 'delete:data', 'read:member']);
  expect(tenantPermissions).toHaveLength(8);
});

test('[ROLE-3] the management role', () => {
  expect(managementRole).toEqual({ id: 'admin-role', name: 'admin', type: 'MachineToMachine' });
  expect(managementPermissions[0]).toBe('all');
  expect(managementPermissions).toHaveLength(1 + 2 * managementAreas.length);
});
