/** Code that verifies the signature of a request. The documentation has the same code. */
export const verificationSamples = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto';

// Pass the raw body and the header Gatehouse-Signature-Sha-256.
const isSigned = (body, signature = '') => {
  const expected = createHmac('sha256', process.env.WEBHOOK_SIGNING_KEY).update(body).digest();
  const received = Buffer.from(signature, 'hex');
  return received.length === expected.length && timingSafeEqual(received, expected);
};`,
  Python: `import hashlib
import hmac
import os


# Pass the raw body and the header Gatehouse-Signature-Sha-256.
def is_signed(body: bytes, signature: str) -> bool:
    key = os.environ["WEBHOOK_SIGNING_KEY"].encode()
    expected = hmac.new(key, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)`,
} as const;

export type VerificationLanguage = keyof typeof verificationSamples;
