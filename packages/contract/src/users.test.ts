import { describe, expect, test } from 'vitest';
import { me } from './me.ts';
import { mfaVerification } from './mfa.ts';
import { refusals } from './testing/refusals.ts';
import { sampleUser, text } from './testing/samples.ts';
import { genders, passwordHashMethods, user, userProfile } from './users.ts';

const vary = (fields: object) => refusals(user, { ...sampleUser, ...fields });

describe('[ENT-5] user', () => {
  test('has its sizes', () => {
    expect(vary({})).toEqual([]);
    expect(vary({ name: text(128), username: null, primaryEmail: null, primaryPhone: null })).toEqual([]);
    expect(vary({ id: text(13) })).toEqual(['id: validation.too_long']);
    expect(vary({ name: text(129) })).toEqual(['name: validation.too_long']);
    expect(vary({ primaryEmail: `${text(120)}@example.com` })).toEqual(['primaryEmail: validation.too_long']);
  });

  test('has an avatar that is a URL or empty', () => {
    expect(vary({ avatar: '' })).toEqual([]);
    expect(vary({ avatar: null })).toEqual([]);
    expect(vary({ avatar: 'me.png' })).toEqual(['avatar: validation.url']);
    expect(vary({ avatar: `https://example.com/${text(2048)}` })).toEqual(['avatar: validation.too_long']);
    expect(refusals(me.update.body, { avatar: 'me.png' })).toEqual(['avatar: validation.url']);
  });

  test('has identifiers that match their patterns', () => {
    expect(vary({ username: '1ada' })).toEqual(['username: validation.username']);
    expect(vary({ primaryEmail: 'ada' })).toEqual(['primaryEmail: user.invalid_email']);
    expect(vary({ primaryPhone: '+49 151' })).toEqual(['primaryPhone: user.invalid_phone']);
  });

  test('has a profile with an address', () => {
    const profile = {
      familyName: 'Lovelace',
      gender: genders[0],
      address: { country: 'UK', locality: 'London' },
    };
    expect(refusals(userProfile, profile)).toEqual([]);
    expect(refusals(userProfile, { ...profile, shoeSize: 38 })).toEqual([
      'shoeSize: validation.unknown_field',
    ]);
    expect(refusals(userProfile, { address: { planet: 'Earth' } })).toEqual([
      'address.planet: validation.unknown_field',
    ]);
  });

  test('knows eight ways to hash a password', () => {
    expect([...passwordHashMethods].sort()).toEqual(
      ['Argon2d', 'Argon2i', 'Argon2id', 'Bcrypt', 'Legacy', 'MD5', 'SHA1', 'SHA256'].sort(),
    );
  });
});

describe('[ENT-6] MFA verifications', () => {
  const proof = { id: '1', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: '2026-01-02T00:00:00Z' };
  const webAuthn = {
    ...proof,
    type: 'WebAuthn',
    credentialId: 'c',
    publicKey: 'k',
    transports: ['usb', 'internal'],
    counter: 0,
    agent: 'Firefox',
    name: 'Key',
  };

  test.each([
    { ...proof, type: 'Totp', key: 'JBSWY3DP' },
    webAuthn,
    { ...proof, type: 'BackupCode', codes: [{ code: 'a' }, { code: 'b', usedAt: '2026-01-02T00:00:00Z' }] },
  ])('accepts $type', verification => {
    expect(refusals(mfaVerification, verification)).toEqual([]);
  });

  test('refuses what is incomplete or unknown', () => {
    expect(refusals(mfaVerification, { ...proof, type: 'Totp' })).toEqual(['key: validation.required']);
    expect(refusals(mfaVerification, { ...proof, type: 'BackupCode', codes: [] })).toEqual([
      'codes: validation.too_few',
    ]);
    expect(refusals(mfaVerification, { ...webAuthn, transports: ['telepathy'] })).toEqual([
      'transports.0: validation.option',
    ]);
    expect(refusals(mfaVerification, { ...proof, type: 'Pigeon' })).toEqual(['type: validation.invalid']);
    expect(refusals(mfaVerification, { ...webAuthn, createdAt: 'yesterday' })).toEqual([
      'createdAt: validation.invalid',
    ]);
  });
});
