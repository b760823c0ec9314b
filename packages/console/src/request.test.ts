import { expect, test } from 'vitest';
import { HttpError } from './request.ts';

test('[REQ-11] an error carries its status, its body and a message', () => {
  const body = { code: 'entity.not_found', message: 'It is gone.' };
  const told = new HttpError(404, body, 'request-1');
  expect(told).toMatchObject({ status: 404, body, code: 'entity.not_found', requestId: 'request-1' });
  expect(told.message).toBe('It is gone.');
  expect(new HttpError(502, undefined).message).toBe('Request error occurred.');
});
