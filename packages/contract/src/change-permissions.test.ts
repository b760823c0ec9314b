import { expect, test } from 'vitest';
import { management } from './apis.ts';
import { permissionToWrite } from './change-permissions.ts';
import type { Api } from './endpoint.ts';

test('all rows that write a kind of object ask for the same permission', () => {
  for (const [area, rows] of Object.entries(management as Api)) {
    for (const [name, { change, permission }] of Object.entries(rows)) {
      if (change) expect(permissionToWrite(change), `${area}.${name}`).toBe(permission);
    }
  }
});

test('what no row writes takes everything to undo', () => {
  expect(permissionToWrite('user')).toBe('users:write');
  expect(permissionToWrite('tenants')).toBe('all');
});
