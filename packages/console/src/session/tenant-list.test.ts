import { expect, test } from 'vitest';
import { defaultTenantOf, patchTenant, prependTenant, removeTenant } from './tenant-list.ts';

const list = [
  { id: 'one', name: 'One' },
  { id: 'two', name: 'Two' },
];

test('[TEN-1] a list that is not loaded stays so', () => {
  expect(prependTenant(undefined, { id: 'three' })).toBeUndefined();
  expect(removeTenant(undefined, 'one')).toBeUndefined();
  expect(patchTenant<{ id: string; name: string }>(undefined, 'one', { name: 'Uno' })).toBeUndefined();
});

test('[TEN-1] tenants are put in front, removed, and changed by their id', () => {
  expect(prependTenant(list, { id: 'three', name: 'Three' })?.map(({ id }) => id)).toEqual([
    'three',
    'one',
    'two',
  ]);
  expect(prependTenant(list, { id: 'two', name: 'Second' })).toEqual([
    { id: 'two', name: 'Second' },
    list[0],
  ]);
  expect(removeTenant(list, 'one')).toEqual([list[1]]);
  expect(patchTenant(list, 'two', { name: 'Deux' })).toEqual([list[0], { id: 'two', name: 'Deux' }]);
});

test('[TEN-2] the default tenant is the kept one while it is still there, else the first', () => {
  expect(defaultTenantOf(list, 'two')?.id).toBe('two');
  expect(defaultTenantOf(list, 'gone')?.id).toBe('one');
  expect(defaultTenantOf(list, undefined)?.id).toBe('one');
  expect(defaultTenantOf([], 'one')).toBeUndefined();
});
