import { expect, test } from 'vitest';
import { auditKeys, visibleAuditPrefixes } from './audit.ts';
import { hookEvents } from './events.ts';
import { log } from './logs.ts';
import { refusals } from './testing/refusals.ts';

test('[ENT-22] about a hundred audit keys', () => {
  expect(auditKeys.length).toBeGreaterThan(90);
  expect(new Set(auditKeys).size).toBe(auditKeys.length);
  const hidden = auditKeys.filter(key => !visibleAuditPrefixes.some(prefix => key.startsWith(prefix)));
  expect(hidden).toEqual(hookEvents.map(event => `TriggerHook.${event}`));
});

test('[ENT-22] log entry', () => {
  const payload = {
    key: 'Interaction.SignIn.Submit',
    result: 'Error',
    error: { code: 'session.invalid_credentials' },
    ip: '::1',
    userAgent: 'x',
    userId: 'u',
    applicationId: 'a',
    sessionId: 's',
    params: {},
    tokenTypes: ['IdToken'],
  };
  const sample = { tenantId: 'default', id: 'l', key: payload.key, payload, createdAt: 0 };
  expect(refusals(log, sample)).toEqual([]);
  expect(log.parse(sample).payload.tokenTypes).toEqual(['IdToken']);
  expect(refusals(log, { ...sample, key: 'Nothing' })).toEqual(['key: validation.option']);
  expect(refusals(log, { ...sample, payload: { ...payload, result: 'Maybe' } })).toEqual([
    'payload.result: validation.option',
  ]);
});
