import { RequestError } from '../request-error.ts';

export type SamlFailureReason =
  | 'expired'
  | 'invalid_signature'
  | 'not_decrypted'
  | 'refused_by_provider'
  | 'replayed'
  | 'unreadable'
  | 'unsigned'
  | 'wrong_audience'
  | 'wrong_destination'
  | 'wrong_issuer';

const longest = 300;

/** Why a response of an identity provider is refused. The user reads the reason; the details are for the audit log. */
export const samlFailure = (reason: SamlFailureReason, details: string, cause?: unknown) =>
  new RequestError(`single_sign_on.saml.${reason}`, {
    cause: new Error(details.slice(0, longest), { cause }),
  });
