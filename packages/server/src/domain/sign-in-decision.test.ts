import { describe, expect, test } from 'vitest';
import { reachesOnlyUsers } from './sign-in/first-factor-rules.ts';
import { decideSignIn, describeFirstStep, describeFirstSteps } from './sign-in-decision.ts';
import {
  captcha,
  configuration,
  context,
  identified,
  method,
  methods,
  mfa,
  missingMfa,
  signInTable,
} from './testing/sign-in-table.ts';

describe.each(Object.entries(signInTable))('[ENT-37] the sign-in decision: %s', (_, rows) => {
  test.each(rows)('%s', (_, stage, settings, situation, says, data) => {
    const decision = decideSignIn(stage, { ...configuration, ...settings }, { ...context, ...situation });
    expect(decision.verdict?.code ?? 'pass').toBe(says);
    expect(decision.isAllowed).toBe(says === 'pass');
    expect(decision.trace.at(-1)?.says).toBe(says);
    if (data) expect(decision.verdict?.data).toMatchObject(data);
  });
});

describe('[ENT-37] the first step', () => {
  const links = { termsOfUseUrl: 'https://example.com/terms' };
  test.each([
    ['Automatic', 'SignIn', 'shown'],
    ['Automatic', 'Register', 'shown'],
    ['ManualRegistrationOnly', 'SignIn', 'none'],
    ['ManualRegistrationOnly', 'Register', 'agree'],
    ['Manual', 'SignIn', 'agree'],
    ['Manual', 'Register', 'agree'],
    ['Manual', 'ForgotPassword', 'none'],
  ] as const)('terms by %s at %s: %s', (agreeToTermsPolicy, event, terms) => {
    const settings = { ...configuration, ...links, agreeToTermsPolicy };
    expect(describeFirstStep(settings, event).terms).toBe(terms);
  });

  test('without terms no user is asked to agree', () => {
    expect(describeFirstStep({ ...configuration, agreeToTermsPolicy: 'Manual' }, 'Register').terms).toBe(
      'none',
    );
  });

  test.each([
    [method('email', 'password', 'code', 'primary'), ['Password', 'EmailVerificationCode']],
    [method('email', 'password', 'code'), ['EmailVerificationCode', 'Password']],
    [method('phone', 'code'), ['PhoneVerificationCode']],
    [method('username', 'password', 'primary'), ['Password']],
  ])('the preferred proof comes first: %o', (setting, proofs) => {
    const { identifiers } = describeFirstStep({ ...configuration, ...methods(setting) }, 'SignIn');
    expect(identifiers).toEqual([{ identifier: setting.identifier, proofs }]);
  });

  test('is there for each event that the tenant allows and that anything could begin', () => {
    const steps = (settings: object) => Object.keys(describeFirstSteps({ ...configuration, ...settings }));
    expect(steps({})).toEqual(['SignIn', 'Register', 'ForgotPassword']);
    expect(steps({ signInMode: 'SignIn', canSend: { email: false, phone: false } })).toEqual(['SignIn']);
    expect(steps({ signInMode: 'Register' })).toEqual(['Register']);
  });

  test('says whether a captcha is needed', () => {
    expect(describeFirstStep({ ...configuration, ...captcha }, 'SignIn').captcha).toBe(true);
    expect(describeFirstStep(configuration, 'SignIn').captcha).toBe(false);
  });
});

test.each([
  ['SignInAndRegister', 'SignIn', undefined, 'email', false],
  ['SignIn', 'SignIn', undefined, 'email', true],
  ['SignIn', 'SignIn', 'ada', 'email', false],
  ['SignInAndRegister', 'ForgotPassword', undefined, 'email', true],
  ['SignInAndRegister', 'Register', undefined, 'email', false],
  // Registration by phone is off here: a code would cost money and lead nowhere.
  ['SignInAndRegister', 'Register', undefined, 'phone', true],
  ['SignInAndRegister', 'SignIn', undefined, 'phone', true],
  ['SignInAndRegister', 'SignIn', 'ada', 'phone', false],
] as const)(
  '[ENT-37] codes to strangers in mode %s at %s, identified as %s, to an %s: dropped %s',
  (signInMode, event, identifiedAs, type, isDropped) => {
    const signUp = { ...configuration.signUp, identifiers: ['email' as const] };
    const situation = { event, identifiedAs };
    expect(reachesOnlyUsers({ ...configuration, signInMode, signUp }, situation, type)).toBe(isDropped);
  },
);

test('[ENT-37] the trace names every rule that was asked, in order', () => {
  const { trace } = decideSignIn(
    'submit',
    { ...configuration, ...mfa('Mandatory') },
    { ...context, ...identified() },
  );
  expect(trace).toEqual([
    { rule: 'isSuspended', says: 'pass' },
    { rule: 'reachesLevel', says: 'pass' },
    { rule: 'provesSecondFactor', says: 'pass' },
    { rule: 'provesBeforeAdding', says: 'pass' },
    { rule: 'missesProfile', says: 'pass' },
    { rule: 'needsSecondFactor', says: missingMfa },
  ]);
});
