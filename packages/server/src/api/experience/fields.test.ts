import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyDatabase } from '../../database/testing/open.ts';
import { startTestApp, type TestApp } from '../../http/testing/app.ts';
import { picture, sendFile } from '../../http/testing/files.ts';
import { visit } from './testing/visit.ts';

describe.each(anyDatabase)('profile fields at sign-up on %s', kind => {
  let app: TestApp;
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gatehouse-fields-'));
    app = await startTestApp(kind, { variables: { GATEHOUSE_DATA_DIR: directory } });
  });
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });
  const define = (field: object) => app.manage('POST', '/custom-profile-fields', field);

  test('[ENT-15] what people fill in fits the fields of the tenant and becomes theirs', async () => {
    await define({ name: 'company', type: 'Text', required: true, config: { minLength: 2 } });
    await define({ name: 'age', type: 'Number', required: false, config: { minValue: 18 } });
    await define({ name: 'badge', type: 'Regex', required: false, config: { format: '^[A-Z]\\d+$' } });
    await define({
      name: 'address',
      type: 'Address',
      required: false,
      config: { parts: [{ name: 'locality', enabled: true, type: 'Text', required: true }] },
    });
    const { step } = await visit(app, 'Register');
    const { body: proof } = await step('POST', '/experience/verification/new-password-identity', {
      identifier: { type: 'username', value: 'filled' },
      password: 'correct horse battery',
    });
    const identify = () => step('POST', '/experience/identification', proof);
    expect((await identify()).body.pending.data).toEqual({ missingProfile: ['extraProfile'] });
    const fill = (values: object) => step('POST', '/experience/profile', { type: 'extraProfile', values });
    const refusals = async (values: object) =>
      (await fill(values)).body.data.issues.map(
        ({ path, code }: { path: string; code: string }) => `${path}: ${code}`,
      );
    expect(await refusals({ company: 'A', age: 3, isAdmin: true })).toEqual([
      'values.company: validation.too_short',
      'values.age: validation.too_small',
      'values.isAdmin: validation.unknown_field',
    ]);
    expect(await refusals({ badge: 'wrong' })).toEqual(['values.badge: validation.invalid']);
    expect((await fill({ age: 20, badge: 'B52' })).status).toBe(204);
    expect((await identify()).body.pending.data).toEqual({ missingProfile: ['extraProfile'] });
    expect((await fill({ company: 'Acme', address: { locality: 'Ulm' } })).status).toBe(204);
    expect((await identify()).status).toBe(201);
    const { body: users } = await app.manage('GET', '/users?search.username=filled');
    expect(users[0]).toMatchObject({
      customData: { company: 'Acme', age: 20, badge: 'B52' },
      profile: { address: { locality: 'Ulm' } },
    });
  });

  test('a pattern that would take for ever matches nothing, and blocks no request', async () => {
    await define({ name: 'trap', type: 'Regex', required: false, config: { format: '^(a+)+$' } });
    const { step } = await visit(app, 'Register');
    const slow = step('POST', '/experience/profile', {
      type: 'extraProfile',
      values: { trap: `${'a'.repeat(40)}!` },
    });
    const meanwhile = await app.manage('GET', '/custom-profile-fields');
    expect(meanwhile.status).toBe(200);
    expect(await slow).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('a picture is kept while registering, one for each person, where a picture is asked for', async () => {
    const { browser, step } = await visit(app, 'Register');
    const upload = () =>
      sendFile(`${app.env.ENDPOINT}/api/experience/user-assets/avatar`, picture, {
        cookie: browser.cookies(),
      });
    expect((await upload()).body.code).toBe('request.feature_not_supported');
    await define({ name: 'avatar', type: 'Url', required: false });
    const first = await upload();
    const second = await upload();
    expect(second.status).toBe(200);
    expect((await fetch(first.body.url)).status).toBe(404);
    expect((await fetch(second.body.url)).status).toBe(200);
    expect(await readdir(join(directory, 'uploads', 'default'))).toHaveLength(1);
    await step('PUT', '/experience', { interactionEvent: 'SignIn' });
    expect((await upload()).body.code).toBe('session.invalid_interaction_type');
    expect((await sendFile(`${app.env.ENDPOINT}/api/experience/user-assets/avatar`, picture)).status).toBe(
      400,
    );
  });
});
