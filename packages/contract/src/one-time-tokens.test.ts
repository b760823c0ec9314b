import { expect, test } from 'vitest';
import { identifier, verifiedProfile } from './experience.ts';
import {
  canMoveOneTimeToken,
  createOneTimeToken,
  oneTimeToken,
  oneTimeTokenStatuses,
} from './one-time-tokens.ts';
import { verificationCode } from './passcodes.ts';
import { refusals } from './testing/refusals.ts';

test('[ENT-21] one-time token', () => {
  const sample = {
    tenantId: 'default',
    id: 't',
    email: 'ada@example.com',
    token: 'x',
    context: { jitOrganizationIds: ['o'] },
    status: 'active',
    createdAt: 0,
    expiresAt: 1,
  };
  for (const status of oneTimeTokenStatuses)
    expect(refusals(oneTimeToken, { ...sample, status })).toEqual([]);
  expect(oneTimeTokenStatuses).toEqual(['active', 'consumed', 'revoked', 'expired']);
  expect(refusals(oneTimeToken, { ...sample, status: 'lost' })).toEqual(['status: validation.option']);
  expect(refusals(createOneTimeToken, { email: 'ada' })).toEqual(['email: user.invalid_email']);
  expect(refusals(createOneTimeToken, { email: 'a@b.co', expiresIn: 0 })).toEqual([
    'expiresIn: validation.too_small',
  ]);
  expect(refusals(createOneTimeToken, { email: 'a@b.co', context: { organizations: [] } })).toEqual([
    'context.organizations: validation.unknown_field',
  ]);
});

test('[ENT-21] only an active token changes its status', () => {
  expect(oneTimeTokenStatuses.map(to => canMoveOneTimeToken('active', to))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(oneTimeTokenStatuses.some(to => canMoveOneTimeToken('consumed', to))).toBe(false);
});

test('[ENT-28] verification codes are not empty; one that is too long is only wrong', () => {
  expect(refusals(verificationCode, '123456')).toEqual([]);
  expect(refusals(verificationCode, '')).toEqual([': validation.verification_code']);
  expect(refusals(verificationCode, '1234567')).toEqual([]);
});

test.each(['email', 'phone', 'social'])('[ENT-28] %s needs a verification id', type => {
  expect(refusals(verifiedProfile, { type, verificationId: 'v' })).toEqual([]);
  expect(refusals(verifiedProfile, { type })).toEqual(['verificationId: validation.verification_id']);
  expect(refusals(verifiedProfile, { type, verificationId: '' })).toEqual([
    'verificationId: validation.verification_id',
  ]);
});

test('an identifier matches its type', () => {
  expect(refusals(identifier, { type: 'username', value: 'ada' })).toEqual([]);
  expect(refusals(identifier, { type: 'email', value: 'ada' })).toEqual(['value: user.invalid_email']);
  expect(refusals(identifier, { type: 'phone', value: 'ada' })).toEqual(['value: user.invalid_phone']);
});
