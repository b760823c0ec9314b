import { startTestApp } from '../../../http/testing/app.ts';
import { keepMessages, visit } from './visit.ts';

export const password = 'correct horse battery';
export const sendPath = '/experience/verification/verification-code';
export const byPassword = { password: true, verificationCode: false, isPasswordPrimary: true };
export const usernames = { methods: [{ identifier: 'username', ...byPassword }] };
/** Default settings, which individual tests override. */
export const usualSettings = {
  signInMode: 'SignInAndRegister',
  signIn: usernames,
  signUp: { identifiers: ['username'], password: true, verify: false },
  mfa: { policy: 'NoPrompt', factors: [] },
  emailBlocklistPolicy: {},
  sentinelPolicy: {},
  adaptiveMfa: {},
};

export const email = (value: string) => ({ type: 'email' as const, value });

/** A tenant for custom sign-in pages that were written for the dialect. */
export const startDialect = async () => {
  const app = await startTestApp('postgresql');
  await keepMessages(app);
  const settings = (body: object) => app.manage('PATCH', '/sign-in-exp', body);
  return {
    app,
    settings,
    /** Undoes what the test before has set. */
    reset: () => settings(usualSettings),
    async send(event: 'SignIn' | 'Register' | 'ForgotPassword', value: string) {
      const visitor = await visit(app, event);
      const asked = { identifier: email(value), interactionEvent: event };
      return { ...visitor, sent: await visitor.step('POST', sendPath, asked) };
    },
    async signIn(username: string) {
      const { step } = await visit(app, 'SignIn');
      const identifier = { type: 'username', value: username };
      const { body } = await step('POST', '/experience/verification/password', { identifier, password });
      await step('POST', '/experience/identification', body);
      return step;
    },
  };
};

export type Dialect = Awaited<ReturnType<typeof startDialect>>;
