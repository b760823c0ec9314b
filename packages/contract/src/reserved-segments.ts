/** First path segments that belong to the console itself and are never a tenant id. */
export const reservedSegments = [
  'callback',
  'social-demo-callback',
  'one-time-token',
  'external-google-one-tap',
  'checkout-success-callback',
  'onboarding',
  'accept',
  'profile',
  'handle-social',
  'sign-in-test',
  'welcome',
  'console',
  'sandbox',
  'mailbox',
  'device',
] as const;
