import { describe, expect, test } from 'vitest';
import {
  applicationSignInExperience,
  updateApplicationSignInExperience,
} from './application-sign-in-experience.ts';
import { application, applicationSecret, applications, applicationTypes } from './applications.ts';
import { protectedAppMetadata } from './client-metadata.ts';
import { refusals } from './testing/refusals.ts';
import { sampleApplication, text } from './testing/samples.ts';

const withName = (name: string) => refusals(application, { ...sampleApplication, name });
const withCustom = (customClientMetadata: object) =>
  refusals(application, { ...sampleApplication, customClientMetadata });
const create = (body: object) => refusals(applications.create.body, { name: 'My app', type: 'SPA', ...body });

describe('[ENT-1] application', () => {
  test('has its sizes', () => {
    expect(refusals(application, sampleApplication)).toEqual([]);
    expect(withName(text(256))).toEqual([]);
    expect(withName(text(257))).toEqual(['name: validation.too_long']);
    expect(withName('')).toEqual(['name: validation.required']);
    expect(refusals(application, { ...sampleApplication, id: text(22) })).toEqual([
      'id: validation.too_long',
    ]);
    expect(refusals(application, { ...sampleApplication, tenantId: text(22) })).toEqual([
      'tenantId: validation.too_long',
    ]);
    expect(refusals(application, { ...sampleApplication, secret: text(65) })).toEqual([
      'secret: validation.too_long',
    ]);
  });

  test.each(applicationTypes)('can be %s', type => {
    expect(refusals(application, { ...sampleApplication, type })).toEqual([]);
  });

  test('cannot be of another type', () => {
    expect(refusals(application, { ...sampleApplication, type: 'Web' })).toEqual(['type: validation.option']);
  });

  test('keeps refresh tokens for 1 to 90 days', () => {
    expect(withCustom({ refreshTokenTtlInDays: 1 })).toEqual([]);
    expect(withCustom({ refreshTokenTtlInDays: 90 })).toEqual([]);
    expect(withCustom({ refreshTokenTtlInDays: 0 })).toEqual([
      'customClientMetadata.refreshTokenTtlInDays: validation.too_small',
    ]);
    expect(withCustom({ refreshTokenTtlInDays: 91 })).toEqual([
      'customClientMetadata.refreshTokenTtlInDays: validation.too_big',
    ]);
  });

  test('is created with what its type allows', () => {
    expect(create({})).toEqual([]);
    expect(create({ isThirdParty: true })).toEqual([]);
    expect(create({ type: 'MachineToMachine', isThirdParty: true })).toEqual([
      'isThirdParty: application.invalid_third_party_application_type',
    ]);
    expect(create({ type: 'SAML' })).toEqual(['type: application.saml.use_saml_app_api']);
    expect(create({ type: 'Protected' })).toEqual([
      'protectedAppMetadata: application.protected_app_metadata_is_required',
    ]);
    expect(
      create({ type: 'Protected', protectedAppMetadata: { subDomain: 'a', origin: 'https://example.com' } }),
    ).toEqual([]);
    expect(create({ secret: 'mine' })).toEqual(['secret: validation.unknown_field']);
  });

  test('[ENT-26] its redirect URIs fit its type', () => {
    const oidcClientMetadata = { redirectUris: ['com.example.app://callback'], postLogoutRedirectUris: [] };
    expect(create({ type: 'Native', oidcClientMetadata })).toEqual([]);
    expect(create({ type: 'SPA', oidcClientMetadata })).toEqual([
      'oidcClientMetadata.redirectUris.0: validation.web_redirect_uri',
    ]);
  });

  test('an update leaves out what it does not change', () => {
    expect(applications.update.body.parse({ name: 'New' })).toEqual({ name: 'New' });
    expect(refusals(applications.update.body, { type: 'SPA' })).toEqual(['type: validation.unknown_field']);
  });
});

describe('[ENT-2] application secret', () => {
  const sample = {
    tenantId: 'default',
    applicationId: 'app',
    name: 'a',
    value: 'b',
    createdAt: 0,
    expiresAt: null,
  };

  test('has its sizes', () => {
    expect(refusals(applicationSecret, sample)).toEqual([]);
    expect(refusals(applicationSecret, { ...sample, name: text(257), value: text(65) })).toEqual([
      'name: validation.too_long',
      'value: validation.too_long',
    ]);
    expect(refusals(applicationSecret, { ...sample, name: '', value: '' })).toEqual([
      'name: validation.required',
      'value: validation.required',
    ]);
  });

  test('expires in the future or never', () => {
    const { body } = applications.createSecret;
    expect(refusals(body, { name: 'a' })).toEqual([]);
    expect(refusals(body, { name: 'a', expiresAt: null })).toEqual([]);
    expect(refusals(body, { name: 'a', expiresAt: Date.now() + 60_000 })).toEqual([]);
    expect(refusals(body, { name: 'a', expiresAt: Date.now() - 1 })).toEqual([
      'expiresAt: validation.future_time',
    ]);
  });
});

test('[ENT-3] application sign-in experience has its sizes', () => {
  const update = (body: object) => refusals(updateApplicationSignInExperience, body);
  expect(update({})).toEqual([]);
  expect(update({ displayName: text(256), termsOfUseUrl: '', privacyPolicyUrl: null })).toEqual([]);
  expect(update({ displayName: text(257) })).toEqual(['displayName: validation.too_long']);
  expect(update({ termsOfUseUrl: `https://example.com/${text(2048)}` })).toEqual([
    'termsOfUseUrl: validation.too_long',
  ]);
  expect(update({ privacyPolicyUrl: 'nowhere' })).toEqual(['privacyPolicyUrl: validation.url']);
  expect(update({ color: { primaryColor: 'red' } })).toEqual(['color.primaryColor: validation.hex_color']);
  expect(Object.keys(applicationSignInExperience.shape)).toContain('branding');
});

test('[ENT-4] protected app metadata', () => {
  const sample = {
    host: 'app.example.com',
    origin: 'https://example.com',
    sessionDuration: 1209600,
    pageRules: [],
  };
  const domain = { domain: 'id.example.com', status: 'Active', errorMessage: null, dnsRecords: [] };
  expect(refusals(protectedAppMetadata, sample)).toEqual([]);
  expect(
    refusals(protectedAppMetadata, { ...sample, pageRules: [{ path: '^/admin' }], customDomains: [domain] }),
  ).toEqual([]);
  expect(refusals(protectedAppMetadata, { ...sample, origin: 'https://example.com/path' })).toEqual([
    'origin: validation.origin',
  ]);
  expect(refusals(protectedAppMetadata, { ...sample, sessionDuration: 0 })).toEqual([
    'sessionDuration: validation.too_small',
  ]);
  expect(refusals(protectedAppMetadata, { ...sample, pageRules: [{}] })).toEqual([
    'pageRules.0.path: validation.required',
  ]);
  expect(
    refusals(protectedAppMetadata, { ...sample, customDomains: [{ ...domain, status: 'Lost' }] }),
  ).toEqual(['customDomains.0.status: validation.option']);
});
