import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as apis from './apis.ts';
import type { Api, Row } from './endpoint.ts';
import { managementPermissions } from './management-permissions.ts';

const rowsOf = (api: Api) =>
  Object.entries(api).flatMap(([area, rows]) =>
    Object.entries(rows).map(([name, row]: [string, Row]) => ({ name: `${area}.${name}`, row })),
  );

const { mountPoints, ...tables } = apis;
const mounted = Object.entries(tables).flatMap(([api, table]) =>
  rowsOf(table).map(entry => ({ ...entry, api, prefix: mountPoints[api as keyof typeof mountPoints] })),
);

test('every address has one row', () => {
  const addresses = mounted.map(
    ({ prefix, row }) => `${row.method} ${prefix}${row.path.replace(/:\w+/g, ':')}`,
  );
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('management rows ask for a management permission: a reading one to read', () => {
  // To compare, to read files and to show a preview takes a body.
  const reads = ['bundles.plan', 'bundles.readArchive', 'signInExperience.preview'];
  for (const { name, row } of rowsOf(apis.management)) {
    expect(managementPermissions).toContain(row.permission);
    expect(row.permission.endsWith(':read')).toBe(row.method === 'get' || reads.includes(name));
  }
});

test('management writes name what they change; few change nothing or leave it to a job, and undoing finds it out itself', () => {
  const silent = rowsOf(apis.management).filter(({ row }) => row.method !== 'get' && !row.change);
  expect(silent.map(({ name }) => name)).toEqual([
    'actions.test',
    'actions.try',
    'bundles.readArchive',
    'bundles.plan',
    'changes.revert',
    'connectorActions.test',
    'connectorActions.createAuthorizationUri',
    'testSignIns.beginSocial',
    'testSignIns.finishSocial',
    'testSignIns.beginSso',
    'testSignIns.finishSso',
    'domains.check',
    'hooks.replay',
    'hooks.test',
    'jobs.runSchedule',
    'jwtCustomizers.test',
    'jwtCustomizers.try',
    'logStreams.replay',
    'logStreams.test',
    'signInExperience.preview',
    'userJobs.uploadImport',
    'userJobs.startJob',
    'userJobs.runImport',
    'userJobs.cancelJob',
    'verificationCodes.send',
    'verificationCodes.verify',
    'users.erase',
    'users.verifyPassword',
  ]);
});

/** A few answers wear a name around their list. */
const listOf = (response: Row['response']) => {
  const parts = response instanceof z.ZodObject ? Object.values(response.shape) : [response];
  return parts.length === 1 ? (parts[0] as z.ZodType | undefined) : undefined;
};

describe.each(mounted)('$api $name', ({ row }) => {
  test('can be described in an OpenAPI document', () => {
    for (const schema of [row.query, row.body]) if (schema) z.toJSONSchema(schema, { io: 'input' });
    if (row.response) z.toJSONSchema(row.response, { io: 'output' });
    expect(row.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  test('has a body when it answers with one, and a list when it has pages', () => {
    expect(row.status === 204).toBe(row.response === undefined && row.status !== 201);
    if (row.paging) expect(listOf(row.response)?._zod.def.type).toBe('array');
  });
});
