import { type ErrorCode, errors } from '@gatehouse/contract/errors.ts';

/**
 * The only error that a caller gets to see. The code decides the status and the words; the cause is for the log.
 */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: unknown;
  readonly details: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: { data?: unknown; details?: string; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'RequestError';
    this.code = code;
    this.status = errors[code];
    this.data = options.data;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
