/** Why a client was not registered, in the words of RFC 7591 section 3.2.2 and RFC 6750 section 3.1. */
export class RegistrationError extends Error {
  override name = 'RegistrationError';
  readonly error: RegistrationErrorCode;
  readonly status: number;

  constructor(error: RegistrationErrorCode, description: string, options: { cause?: unknown } = {}) {
    super(description, options);
    this.error = error;
    this.status = statuses[error];
  }
}

const statuses = {
  access_denied: 403,
  invalid_client_metadata: 400,
  invalid_redirect_uri: 400,
  invalid_software_statement: 400,
  invalid_token: 401,
  unapproved_software_statement: 400,
} as const;

export type RegistrationErrorCode = keyof typeof statuses;
