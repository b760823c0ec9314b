/** Every key that the console keeps in the browser. */
export const storageKeys = {
  appearanceMode: 'gatehouse:appearance-mode',
  density: 'gatehouse:density',
  language: 'gatehouse:language',
  linkingSocialConnector: 'gatehouse:linking-social-connector',
  linkingSocialState: 'gatehouse:linking-social-state',
  testSignIn: 'gatehouse:test-sign-in',
  testSignInAnswer: 'gatehouse:test-sign-in-answer',
  googleOneTapCredential: 'gatehouse:google-one-tap-credential',
  checkoutSession: 'gatehouse:checkout-session',
  latePayments: 'gatehouse:late-payments',
  redirectAfterSignIn: 'gatehouse:redirect-after-sign-in',
  webhookTestResult: 'gatehouse:webhook-test-result',
  guides: 'gatehouse:guides',
  packageManager: 'gatehouse:package-manager',
  dismissedNotices: 'gatehouse:dismissed-notices',
  devFeatures: 'gatehouse:dev-features-enabled',
} as const;
