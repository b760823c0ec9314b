import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

test('many new certificates at once keep no password waiting', async () => {
  const password = 'correct horse 7 Battery';
  const user = await app.manage('POST', '/users', { username: 'patient', password });
  const application = await app.manage('POST', '/saml-applications', { name: 'Payroll' });
  let pending = 0;
  const certificates = Array.from({ length: 24 }, async () => {
    pending += 1;
    const answer = await app.manage('POST', `/saml-applications/${application.body.id}/secrets`, {
      lifeSpanInYears: 1,
    });
    pending -= 1;
    return answer.status;
  });
  // By now all of them have been asked for.
  await Promise.race(certificates);
  const verified = await app.manage('POST', `/users/${user.body.id}/password/verify`, { password });
  expect(verified.status).toBe(204);
  expect(pending).toBeGreaterThan(12);
  expect(new Set(await Promise.all(certificates))).toEqual(new Set([201]));
});
