import { SamlStatusError } from '@node-saml/node-saml';
import { type SamlFailureReason, samlFailure } from './saml-failures.ts';

/** The first that fits counts. All but the last are only thrown for what a valid signature covers. */
const reasons: readonly (readonly [RegExp, SamlFailureReason])[] = [
  [/audience/i, 'wrong_audience'],
  [/expired|not yet valid/i, 'expired'],
  [/signature/i, 'invalid_signature'],
];

/**
 * Maps an error of the SAML library to one of our reasons. An assertion that cannot be decrypted and one with an
 * invalid inner signature have the same reason, because the difference would let an attacker decrypt assertions by
 * trial.
 */
export const explainFailure = (error: Error, { isEncrypted }: { isEncrypted: boolean }) => {
  if (error instanceof SamlStatusError) return samlFailure('refused_by_provider', error.message, error);
  const [, reason = 'unreadable'] = reasons.find(([pattern]) => pattern.test(error.message)) ?? [];
  const isBeforeSignature = reason === 'invalid_signature' || reason === 'unreadable';
  return samlFailure(isEncrypted && isBeforeSignature ? 'not_decrypted' : reason, error.message, error);
};
