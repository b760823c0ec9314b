import { SamlStatusError } from '@node-saml/node-saml';
import { type SamlFailureReason, samlFailure } from './saml-failures.ts';

/** The first that fits counts. All but the last are only thrown for what a valid signature covers. */
const reasons: readonly (readonly [RegExp, SamlFailureReason])[] = [
  [/audience/i, 'wrong_audience'],
  [/expired|not yet valid/i, 'expired'],
  [/signature/i, 'invalid_signature'],
];

/**
 * What the SAML library says, as one of our reasons. An encrypted assertion that does not decrypt and one with a wrong
 * signature inside have the same reason: the difference would let a stranger decrypt assertions by trial.
 */
export const explainFailure = (error: Error, { isEncrypted }: { isEncrypted: boolean }) => {
  if (error instanceof SamlStatusError) return samlFailure('refused_by_provider', error.message, error);
  const [, reason = 'unreadable'] = reasons.find(([pattern]) => pattern.test(error.message)) ?? [];
  const isBeforeSignature = reason === 'invalid_signature' || reason === 'unreadable';
  return samlFailure(isEncrypted && isBeforeSignature ? 'not_decrypted' : reason, error.message, error);
};
