import { expect, test } from 'vitest';
import { nameIdFormats, samlApplicationConfig, samlBindings, samlEncryption, samlSecret } from './saml.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';

test('[ENT-20] SAML application configuration', () => {
  const sample = {
    attributeMapping: { email: 'mail' },
    entityId: 'urn:example:sp',
    acsUrl: { binding: samlBindings.post, url: 'https://sp.example.com/acs' },
    encryption: null,
    nameIdFormat: nameIdFormats.persistent,
    signedElement: 'Both',
    requestSigning: { certificate: 'PEM', isRequired: true },
    idpInitiated: { relayState: '/start' },
    singleLogout: { binding: samlBindings.redirect, url: 'https://sp.example/slo' },
    otherAcsUrls: [{ url: 'https://sp.example.com/acs/2', index: 2 }],
    metadataUrl: 'https://sp.example.com/metadata',
  };
  expect(refusals(samlApplicationConfig, sample)).toEqual([]);
  expect(refusals(samlApplicationConfig, { ...sample, entityId: null, acsUrl: null })).toEqual([]);
  expect(refusals(samlApplicationConfig, { ...sample, entityId: text(1025) })).toEqual([
    'entityId: validation.too_long',
  ]);
  expect(
    refusals(samlApplicationConfig, {
      ...sample,
      acsUrl: { ...sample.acsUrl, binding: samlBindings.redirect },
    }),
  ).toEqual(['acsUrl.binding: application.saml.acs_url_binding_not_supported']);
  expect(refusals(samlApplicationConfig, { ...sample, acsUrl: { ...sample.acsUrl, url: 'sp:acs' } })).toEqual(
    ['acsUrl.url: validation.web_redirect_uri'],
  );
  expect(refusals(samlApplicationConfig, { ...sample, nameIdFormat: 'email' })).toEqual([
    'nameIdFormat: validation.option',
  ]);
});

test('[ENT-20] encryption needs encryptThenSign and a certificate', () => {
  expect(refusals(samlEncryption, {})).toEqual([]);
  expect(refusals(samlEncryption, { encryptAssertion: false })).toEqual([]);
  expect(
    refusals(samlEncryption, { encryptAssertion: true, encryptThenSign: false, certificate: 'PEM' }),
  ).toEqual([]);
  expect(refusals(samlEncryption, { encryptAssertion: true, certificate: 'PEM' })).toEqual([
    ': validation.encryption_incomplete',
  ]);
  expect(refusals(samlEncryption, { encryptAssertion: true, encryptThenSign: true })).toEqual([
    ': validation.encryption_incomplete',
  ]);
});

test('[ENT-20] SAML secret', () => {
  const sample = {
    tenantId: 'default',
    id: 's',
    applicationId: 'a',
    privateKey: 'k',
    certificate: 'c',
    createdAt: 0,
    expiresAt: 1,
    active: true,
  };
  expect(refusals(samlSecret, sample)).toEqual([]);
  expect(refusals(samlSecret, { ...sample, privateKey: '', active: 'yes' })).toEqual([
    'privateKey: validation.required',
    'active: validation.type',
  ]);
});
