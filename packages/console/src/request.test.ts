import { expect, test } from 'vitest';
import { HttpError, quotasExceededBy } from './request.ts';

test('[REQ-11] an error carries its status, its body and a message', () => {
  const body = { code: 'entity.not_found', message: 'It is gone.' };
  const told = new HttpError(404, body, 'request-1');
  expect(told).toMatchObject({ status: 404, body, code: 'entity.not_found', requestId: 'request-1' });
  expect(told.message).toBe('It is gone.');
  expect(new HttpError(502, undefined).message).toBe('Request error occurred.');
});

test('[REQ-8] exceeded quotas are the keys of the JSON after the fixed words', () => {
  const words = 'Status exception: Exceeded quota limit.';
  expect(quotasExceededBy(`${words} {"hooksLimit":1,"mfaEnabled":false}`)).toEqual([
    'hooksLimit',
    'mfaEnabled',
  ]);
  expect(quotasExceededBy(`${words} not JSON`)).toEqual([]);
  expect(quotasExceededBy('{"hooksLimit":1}')).toEqual([]);
});
