import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { codeErrors, smsErrors, verificationCode } from './passcodes.ts';
import { email, phone } from './patterns.ts';

const toEmail = z.strictObject({ email });
const toPhone = z.strictObject({ phone });
const permission = 'one-time-tokens:write';

/** Codes for purposes of the caller. They sign no user in. */
export const verificationCodes = defineRows({
  send: {
    method: 'post',
    path: '/verification-codes',
    summary: 'Send a code to an email address or a phone number',
    body: z.union([toEmail, toPhone]),
    status: 204,
    permission,
    errors: ['connector.not_found', ...smsErrors, 'request.message_rate_limited'],
  },
  verify: {
    method: 'post',
    path: '/verification-codes/verify',
    summary: 'Verify the last code sent to an email address or phone number',
    body: z.union([toEmail.extend({ verificationCode }), toPhone.extend({ verificationCode })]),
    status: 204,
    permission,
    errors: codeErrors,
  },
});
