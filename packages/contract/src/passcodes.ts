import { z } from 'zod';

/** One that is too long is as wrong as any other: the answer is that it does not match. */
export const verificationCode = z.string().min(1, { error: 'validation.verification_code' }).max(1024);

/** `lifetime` is seconds. */
export const passcodeRules = { digits: 6, lifetime: 600, maximumTries: 10 } as const;

/** The number of codes one address or phone number can get within the window, in seconds. */
export const sendLimit = { messages: 10, window: 600 } as const;

/** Why a text message is not sent. */
export const smsErrors = ['request.country_rate_limited', 'request.sms_country_not_allowed'] as const;

/** Why a code is not taken. */
export const codeErrors = [
  'session.verification_blocked_too_many_attempts',
  'verification_code.not_found',
  'verification_code.email_mismatch',
  'verification_code.phone_mismatch',
  'verification_code.expired',
  'verification_code.exceed_max_try',
  'verification_code.code_mismatch',
] as const;
