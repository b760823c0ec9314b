import { type ErrorCode, errors } from '@gatehouse/contract/errors.ts';
import type { Explanation } from '@gatehouse/contract/validation.ts';

/** A problem with one field of a request. */
export type FieldViolation = Omit<Explanation, 'path'> & { path: string };

/**
 * The only error that a caller gets to see. The code decides the words and, as a rule, the status; the cause is for the log.
 */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: unknown;
  readonly details: string | undefined;
  readonly violations: readonly FieldViolation[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      data?: unknown;
      details?: string;
      violations?: readonly FieldViolation[];
      cause?: unknown;
      retryAfterSeconds?: number;
      /** Set when the dialect uses a different status for the code than the table of errors. */
      status?: number;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'RequestError';
    this.code = code;
    this.status = options.status ?? errors[code];
    this.data = options.data;
    this.details = options.details;
    this.violations = options.violations ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
