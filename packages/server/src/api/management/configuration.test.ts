import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../database/testing/open.ts';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { tokenWith } from './testing/tokens.ts';

describe.each(databaseKinds)('configuration on %s', kind => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  test('the preview shows unsaved settings and unsaved custom text', async () => {
    const { body: saved } = await app.manage('GET', '/sign-in-exp');
    const answer = await app.manage('POST', '/sign-in-exp/preview', {
      signInExperience: {
        color: { ...saved.color, primaryColor: '#E11D48' },
        signInMode: 'SignIn',
        termsOfUseUrl: 'https://harbour.example/terms',
      },
      language: 'fr',
      phrases: { sign_in: { title_plain: 'Bienvenue' } },
      profileField: { type: 'Text', name: 'jobTitle', label: 'Job', required: false },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        language: 'fr',
        isPreview: true,
        phrases: { sign_in: { title_plain: 'Bienvenue' } },
        signInExperience: {
          color: { primaryColor: '#E11D48' },
          customProfileFields: [{ name: 'jobTitle', label: 'Job' }],
        },
        firstSteps: { SignIn: { terms: 'shown', identifiers: [{ identifier: 'username' }] } },
      },
    });
    expect(answer.body.firstSteps.Register).toBeUndefined();
    expect((await app.manage('GET', '/sign-in-exp')).body).toEqual(saved);
    const refused = await app.manage('POST', '/sign-in-exp/preview', {
      signInExperience: { color: { ...saved.color, primaryColor: 'red' } },
      language: 'fr',
    });
    expect(refused.status).toBe(400);
  });

  test('[ENT-19] own phrases are set by language; unknown keys are named', async () => {
    const path = '/custom-phrases/fr';
    expect((await app.manage('GET', path)).status).toBe(404);
    expect(await app.manage('PUT', path, { made: { up: 'x' } })).toMatchObject({
      status: 422,
      body: { code: 'localization.invalid_translation_structure', data: { keys: ['made'] } },
    });
    const { body: phrases } = await app.manage('GET', '/.well-known/phrases?lng=en');
    const [key, value] = Object.entries(phrases as Record<string, unknown>)[0]!;
    const translation = { [key]: typeof value === 'string' ? 'Oui' : {} };
    expect(await app.manage('PUT', path, translation)).toMatchObject({
      status: 201,
      body: { languageTag: 'fr', translation },
    });
    await app.manage('PUT', '/custom-phrases/de', {});
    expect((await app.manage('GET', '/custom-phrases')).body).toMatchObject([
      { languageTag: 'de' },
      { languageTag: 'fr', translation },
    ]);
    expect((await app.manage('PUT', '/custom-phrases/tlh', {})).status).toBe(400);
    await app.manage('PUT', '/custom-phrases/en', {});
    expect(await app.manage('DELETE', '/custom-phrases/en')).toMatchObject({
      status: 409,
      body: { code: 'localization.cannot_delete_default_language' },
    });
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('DELETE', path)).status).toBe(404);
  });

  test('[ENT-15] profile fields are created one by one and in batches, replaced, ordered and deleted', async () => {
    const text = (name: string) => ({ name, type: 'Text', required: true });
    const created = await app.manage('POST', '/custom-profile-fields', {
      ...text('company'),
      label: 'Company',
      config: { maxLength: 10 },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'company', label: 'Company', description: null, config: { maxLength: 10 }, sieOrder: 1 },
    });
    expect((await app.manage('POST', '/custom-profile-fields', text('company'))).body.code).toBe(
      'custom_profile_fields.name_exists',
    );
    const batch = await app.manage('POST', '/custom-profile-fields/batch', [text('team'), text('desk')]);
    expect(batch.body).toMatchObject([{ sieOrder: 2 }, { sieOrder: 3 }]);
    const again = await app.manage('POST', '/custom-profile-fields/batch', [text('floor'), text('team')]);
    expect(again.status).toBe(422);
    const replaced = await app.manage('PUT', '/custom-profile-fields/company', {
      type: 'Number',
      required: false,
    });
    expect(replaced).toMatchObject({ status: 200, body: { type: 'Number', label: null, config: {} } });
    const order = (names: string[]) =>
      app.manage('POST', '/custom-profile-fields/properties/sie-order', {
        order: names.map((name, sieOrder) => ({ name, sieOrder })),
      });
    const ordered = await order(['desk', 'team', 'company']);
    expect(ordered.body.map(({ name }: { name: string }) => name)).toEqual(['desk', 'team', 'company']);
    expect((await order(['desk', 'none'])).body.code).toBe(
      'custom_profile_fields.entity_not_exists_with_names',
    );
    expect((await app.manage('GET', '/custom-profile-fields')).body).toEqual(ordered.body);
    expect((await app.manage('GET', '/custom-profile-fields/desk')).body.sieOrder).toBe(0);
    expect((await app.manage('DELETE', '/custom-profile-fields/desk')).status).toBe(204);
    expect((await app.manage('GET', '/custom-profile-fields/desk')).status).toBe(404);
    expect(
      (await app.manage('PUT', '/custom-profile-fields/desk', { type: 'Url', required: true })).status,
    ).toBe(404);
    expect((await app.manage('DELETE', '/custom-profile-fields/desk')).status).toBe(404);
  });

  test('[ENT-19] email templates are set by language and use, merged, found and deleted', async () => {
    const template = (languageTag: string, subject: string) => ({
      languageTag,
      templateType: 'SignIn',
      details: { subject, content: '{{code}}' },
    });
    const set = (...templates: object[]) => app.manage('PUT', '/email-templates', { templates });
    const first = await set(template('en', 'Hello'), template('de', 'Hallo'));
    expect(first).toMatchObject({ status: 200, body: [{ languageTag: 'en' }, { languageTag: 'de' }] });
    const again = await set(template('en', 'Welcome'));
    expect(again.body[0]).toMatchObject({ id: first.body[0].id, details: { subject: 'Welcome' } });
    expect(
      (await app.manage('GET', '/email-templates?languageTag=de&templateType=SignIn')).body,
    ).toHaveLength(1);
    const path = `/email-templates/${first.body[0].id}`;
    const merged = await app.manage('PATCH', `${path}/details`, { replyTo: 'help@acme.example' });
    expect(merged.body.details).toEqual({
      subject: 'Welcome',
      content: '{{code}}',
      replyTo: 'help@acme.example',
    });
    expect((await app.manage('GET', path)).body).toEqual(merged.body);
    expect(await app.manage('DELETE', '/email-templates')).toMatchObject({
      status: 422,
      body: { code: 'connector.email_connector.bulk_deletion_no_filter' },
    });
    expect((await app.manage('DELETE', '/email-templates?languageTag=de')).body).toEqual({ rowCount: 1 });
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('DELETE', path)).status).toBe(404);
    expect((await app.manage('PATCH', `${path}/details`, {})).status).toBe(404);
  });

  test('[ENT-18] the captcha provider is sealed, hidden from readers, and switched off with its deletion', async () => {
    expect((await app.manage('GET', '/captcha-provider')).status).toBe(404);
    const config = { type: 'Turnstile', siteKey: 'site', secretKey: 'very-secret-key' };
    const set = await app.manage('PUT', '/captcha-provider', { config });
    expect(set).toMatchObject({ status: 200, body: { config } });
    await app.manage('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } });
    expect((await app.manage('GET', '/captcha-provider')).body.config).toEqual(config);
    const token = await tokenWith(app, ['captcha:read']);
    const read = await call(`${app.env.ENDPOINT}/api/captcha-provider`, { token });
    expect(read.body.config).toMatchObject({ siteKey: 'site' });
    expect(read.text).not.toContain('very-secret-key');
    const rows = await app.database
      .tenant('default')
      .read(db => db.selectFrom('captchaProviders').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain('very-secret-key');
    expect((await app.manage('DELETE', '/captcha-provider')).status).toBe(204);
    expect((await app.manage('DELETE', '/captcha-provider')).status).toBe(404);
    const policy = async () => (await app.manage('GET', '/sign-in-exp')).body.captchaPolicy;
    expect(await policy()).toEqual({ enabled: false });
    const [deletion] = (await app.manage('GET', '/changes?objectKind=captcha-provider')).body;
    expect(await app.manage('POST', `/changes/${deletion.id}/revert`)).toMatchObject({
      status: 422,
      body: { code: 'change.not_revertible' },
    });
    expect(await policy()).toEqual({ enabled: false });
  });

  test('the undo of a bundle that deleted the captcha provider leaves the captcha off', async () => {
    const config = { type: 'Turnstile', siteKey: 'site', secretKey: 'very-secret-key' };
    await app.manage('PUT', '/captcha-provider', { config });
    await app.manage('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } });
    await app.manage('POST', '/hooks', {
      name: 'Gone with it',
      events: ['Role.Created'],
      config: { url: 'https://gone.example/' },
    });
    const { files } = (await app.manage('GET', '/bundle')).body as {
      files: { path: string; text: string }[];
    };
    const kept = files
      .filter(({ path }) => !path.startsWith('captcha/') && !path.startsWith('webhooks/gone'))
      .map(({ path, text }) => ({
        path,
        text:
          path === 'sign-in-experience.yaml'
            ? text.replace('captchaPolicy:\n  enabled: true', 'captchaPolicy:\n  enabled: false')
            : text,
      }));
    const applied = await app.manage('POST', '/bundle/apply', { files: kept, delete: true, overwrite: true });
    expect(applied.status).toBe(200);
    expect((await app.manage('POST', `/changes/${applied.body.changeId}/revert`)).status).toBe(201);
    const hooks = (await app.manage('GET', '/hooks')).body as { name: string }[];
    expect(hooks.map(({ name }) => name)).toContain('Gone with it');
    expect((await app.manage('GET', '/captcha-provider')).status).toBe(404);
    expect((await app.manage('GET', '/sign-in-exp')).body.captchaPolicy).toEqual({ enabled: false });
  });

  test('[ENT-17] the account center is off until it is set up', async () => {
    const untouched = await app.manage('GET', '/account-center');
    expect(untouched).toMatchObject({
      status: 200,
      body: { tenantId: 'default', enabled: false, fields: {}, webauthnRelatedOrigins: [] },
    });
    const changes = { enabled: true, fields: { name: 'Edit', session: 'ReadOnly' } };
    expect((await app.manage('PATCH', '/account-center', changes)).body).toMatchObject(changes);
    const more = await app.manage('PATCH', '/account-center', {
      webauthnRelatedOrigins: ['https://app.example'],
    });
    expect(more.body).toMatchObject({ ...changes, webauthnRelatedOrigins: ['https://app.example'] });
    expect((await app.manage('PATCH', '/account-center', { fields: { name: 'Maybe' } })).status).toBe(400);
  });

  test('[ENT-16] 201 adds a domain with the DNS records that it needs; taken and own ones are refused', async () => {
    const created = await app.manage('POST', '/domains', { domain: 'Id.Acme.example' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        domain: 'id.acme.example',
        status: 'PendingVerification',
        errorMessage: null,
        dnsRecords: [
          { name: 'id.acme.example', type: 'CNAME', value: 'localhost' },
          { name: '_gatehouse.id.acme.example', type: 'TXT', value: expect.stringMatching(/=[0-9a-f]{32}$/) },
        ],
      },
    });
    expect((await app.manage('POST', '/domains', { domain: 'id.acme.example' })).body.code).toBe(
      'domain.hostname_already_exists',
    );
    expect((await app.manage('POST', '/domains', { domain: 'acme.example' })).status).toBe(400);
    expect((await app.manage('POST', '/domains', { domain: 'a.b.localhost' })).body.code).toBe(
      'domain.domain_is_not_allowed',
    );
    const path = `/domains/${created.body.id}`;
    expect((await app.manage('GET', path)).body).toEqual(created.body);
    expect((await app.manage('GET', '/domains')).body).toEqual([created.body]);
    const verificationFiles = [{ path: '/.well-known/x.txt', content: 'x', contentType: 'text/plain' }];
    const stored = await app.manage('PUT', `${path}/verification-files`, { verificationFiles });
    expect(stored).toMatchObject({ status: 200, body: verificationFiles });
    expect((await app.manage('GET', `${path}/verification-files`)).body).toEqual(verificationFiles);
    expect((await app.manage('POST', '/domains/cleanup', { staleDays: 1 })).body).toEqual({
      scannedCount: 0,
      deletedCount: 0,
      skippedActiveCount: 0,
      failedCount: 0,
    });
    expect((await app.manage('DELETE', path)).status).toBe(204);
    expect((await app.manage('GET', path)).status).toBe(404);
    expect((await app.manage('DELETE', path)).status).toBe(404);
    expect((await app.manage('PUT', `${path}/verification-files`, { verificationFiles })).status).toBe(404);
  });

  test('200 the console remembers what it is told', async () => {
    const path = '/configs/admin-console';
    expect((await app.manage('GET', path)).body).toEqual({
      signInExperienceCustomized: false,
      organizationCreated: false,
    });
    await app.manage('PATCH', path, { organizationCreated: true });
    const updated = await app.manage('PATCH', path, { checkedChargeNotification: { token: true } });
    expect(updated.body).toEqual({
      signInExperienceCustomized: false,
      organizationCreated: true,
      checkedChargeNotification: { token: true },
    });
    expect((await app.manage('GET', path)).body).toEqual(updated.body);
  });
});
