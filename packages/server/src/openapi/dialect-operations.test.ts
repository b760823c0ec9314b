import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

const types = new URL(
  '../../../../node_modules/@logto/api/lib/generated-types/management.d.ts',
  import.meta.url,
);

/** The operations that the management SDK of the dialect calls, as `method /path`. */
const operationsOfSdk = () => {
  const [, paths = ''] = readFileSync(types, 'utf8').split('export interface paths {');
  const [own = ''] = paths.split('export type webhooks');
  return [...own.matchAll(/^ {4}"(\/api[^"]+)": \{([\s\S]*?)^ {4}\};/gm)].flatMap(([, path, methods = '']) =>
    [...methods.matchAll(/^ {8}(get|put|post|delete|patch): operations/gm)].map(
      ([, method]) => `${method} ${path}`,
    ),
  );
};

/** Pages of SAML and the documents themselves, which no document describes. */
const undescribed = [
  'get /api/.well-known/experience.openapi.json',
  'get /api/.well-known/management.openapi.json',
  'get /api/.well-known/user.openapi.json',
  'get /api/saml-applications/{id}/callback',
  'get /api/saml-applications/{id}/metadata',
  'get /api/saml/{id}/authn',
  'get /api/swagger.json',
  'post /api/authn/saml/{connectorId}',
  'post /api/authn/single-sign-on/saml/{connectorId}',
  'post /api/saml/{id}/authn',
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

test('every operation of the management SDK of the dialect is one of ours', async () => {
  const { body } = await call(`${app.env.ENDPOINT}/api/swagger.json`);
  const ours = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map(method => `${method} ${path}`),
  );
  const isParameter = (segment: string) => segment.startsWith('{');
  // A kind that is a parameter there can be a segment of its own here.
  const fits = (own: string, theirs: string) => {
    const [mine, wanted] = [own.split('/'), theirs.split('/')];
    return (
      mine.length === wanted.length &&
      wanted.every((segment, index) => isParameter(segment) || segment === mine[index])
    );
  };
  const wanted = operationsOfSdk();
  expect(wanted.length).toBeGreaterThan(250);
  const missing = wanted.filter(theirs => !ours.some(own => fits(own, theirs)));
  expect(missing.toSorted()).toEqual(undescribed);
});
