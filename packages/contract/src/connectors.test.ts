import { expect, test } from 'vitest';
import { connector } from './connectors.ts';
import { localizedText } from './languages.ts';
import {
  createSsoConnector,
  publicEmailDomains,
  ssoProviders,
  updateSsoConnector,
} from './sso-connectors.ts';
import { refusals } from './testing/refusals.ts';
import { text } from './testing/samples.ts';
import { ssoIdentity } from './users.ts';

test('[ENT-11] connector', () => {
  const sample = {
    tenantId: 'default',
    id: 'c',
    connectorId: 'github-universal',
    syncProfile: true,
    enableTokenStorage: false,
    config: { clientId: 'x' },
    metadata: { target: 'github', name: { en: 'GitHub' } },
    createdAt: 0,
  };
  expect(refusals(connector, sample)).toEqual([]);
  expect(refusals(connector, { ...sample, connectorId: text(128) })).toEqual([]);
  expect(refusals(connector, { ...sample, connectorId: text(129) })).toEqual([
    'connectorId: validation.too_long',
  ]);
  expect(refusals(connector, { ...sample, metadata: { name: { de: 'GitHub' } } })).toEqual([
    'metadata.name: validation.english_required',
  ]);
});

test.each(Object.keys(ssoProviders))('[ENT-12] SSO connector of %s', providerName => {
  expect(refusals(createSsoConnector, { providerName, connectorName: 'Acme' })).toEqual([]);
});

test('[ENT-12] SSO connector rules', () => {
  const create = (body: object) =>
    refusals(createSsoConnector, { providerName: 'OIDC', connectorName: 'Acme', ...body });
  expect(Object.keys(ssoProviders)).toHaveLength(6);
  expect(
    create({ domains: ['acme.com'], branding: { displayName: 'Acme' }, enableTokenStorage: true }),
  ).toEqual([]);
  expect(create({ connectorName: text(129) })).toEqual(['connectorName: validation.too_long']);
  expect(create({ domains: ['acme.com', 'ACME.com'] })).toEqual([
    'domains: single_sign_on.duplicated_domains',
  ]);
  expect(create({ domains: ['Gmail.com'] })).toEqual(['domains.0: single_sign_on.forbidden_domains']);
  expect(create({ domains: ['acme'] })).toEqual(['domains.0: single_sign_on.invalid_domain_format']);
  expect(refusals(updateSsoConnector, { providerName: 'OIDC' })).toEqual([
    'providerName: validation.unknown_field',
  ]);
  expect(publicEmailDomains).toHaveLength(19);
});

test('[ENT-12] user SSO identity', () => {
  const sample = {
    tenantId: 'default',
    id: 'i',
    userId: 'user12345678',
    issuer: 'https://idp.example.com',
    identityId: '1',
    detail: {},
    ssoConnectorId: 's',
    createdAt: 0,
    updatedAt: 0,
  };
  expect(refusals(ssoIdentity, sample)).toEqual([]);
  expect(refusals(ssoIdentity, { ...sample, issuer: undefined })).toEqual(['issuer: validation.required']);
});

test('[ENT-28] phrase maps include English and only valid tags', () => {
  expect(refusals(localizedText, { en: 'Name', 'pt-BR': 'Nome' })).toEqual([]);
  expect(refusals(localizedText, { 'pt-BR': 'Nome' })).toEqual([': validation.english_required']);
  expect(refusals(localizedText, { en: 'Name', klingon: 'pong' })).toEqual([': validation.language_tag']);
});
