import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  // Requests here wait for all keys before theirs, on a machine that may be busy.
  app = await startTestApp('postgresql', { timeoutMs: 100_000 });
});
afterAll(() => app.close());

const createApplication = async () => {
  const { body } = await app.manage('POST', '/saml-applications', { name: 'Payroll' });
  return body.id as string;
};

const createCertificate = (applicationId: string) =>
  app.manage('POST', `/saml-applications/${applicationId}/secrets`, { lifeSpanInYears: 1 });

test('many new certificates at once do not keep a password waiting', async () => {
  const password = 'correct horse 7 Battery';
  const user = await app.manage('POST', '/users', { username: 'patient', password });
  const applicationId = await createApplication();
  let pending = 0;
  const certificates = Array.from({ length: 24 }, async () => {
    pending += 1;
    const answer = await createCertificate(applicationId);
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

test('certificates that could not be created in time are refused at once', async () => {
  const applicationId = await createApplication();
  const answers = await Promise.all(Array.from({ length: 48 }, () => createCertificate(applicationId)));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body } of refused) expect([status, body.code]).toEqual([503, 'server.busy']);
});
