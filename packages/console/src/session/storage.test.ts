import { expect, test } from 'vitest';
import { storageKeys } from './storage.ts';

test('[PREF-7] everything that the browser keeps has a key of its own', () => {
  expect(Object.keys(storageKeys)).toEqual(
    expect.arrayContaining([
      'appearanceMode',
      'linkingSocialConnector',
      'checkoutSession',
      'redirectAfterSignIn',
      'webhookTestResult',
      'devFeatures',
    ]),
  );
  const keys = Object.values(storageKeys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every(key => key.startsWith('gatehouse:'))).toBe(true);
});
