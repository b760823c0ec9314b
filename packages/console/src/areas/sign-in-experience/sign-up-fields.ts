import { clearableUrl } from '@gatehouse/contract/fields.ts';
import {
  forgotPasswordMethods,
  type SignInExperience,
  type SignInIdentifier,
  signInExperience,
} from '@gatehouse/contract/sign-in-experience.ts';
import { brokenSignInRules } from '@gatehouse/contract/sign-in-rules.ts';
import { z } from 'zod';
import type { useSignInForm } from '../../templates/sign-in-settings.tsx';

const { signInMode, signUp, signIn, passkeySignIn, socialSignIn, usernamePolicy } = signInExperience.shape;

const fields = z.object({
  signInMode,
  signUp: signUp.required(),
  signIn,
  passkeySignIn: passkeySignIn.required(),
  hasOwnResets: z.boolean(),
  forgotPasswordMethods: z.array(z.enum(forgotPasswordMethods)),
  socialSignInConnectorTargets: z.array(z.string()),
  socialSignIn: socialSignIn.required(),
  singleSignOnEnabled: z.boolean(),
  unknownSessionRedirectUrl: clearableUrl,
  usernamePolicy,
});
export type SignUpValues = z.infer<typeof fields>;
export type SignUpForm = ReturnType<typeof useSignInForm<SignUpValues>>;

/** The rules of the whole sign-in experience are known here too: conflicts are reported while the user types. */
export const signUpFields = ({ mfa, adaptiveMfa }: SignInExperience) =>
  fields.check(({ value, issues }) => {
    for (const { path, code } of brokenSignInRules({ ...value, mfa, adaptiveMfa })) {
      // The second factors are on another page; here it is the sign-in methods that can give way.
      const place = path[0] === 'mfa' ? ['signIn', 'methods'] : [...path];
      const message = path[0] === 'mfa' ? code.replace(/for_mfa$/, 'for_sign_in') : code;
      issues.push({ code: 'custom', path: place, message, input: value });
    }
  });

export const readSignUp = (experience: SignInExperience): SignUpValues => ({
  signInMode: experience.signInMode,
  signUp: { secondaryIdentifiers: [], ...experience.signUp },
  signIn: experience.signIn,
  passkeySignIn: {
    enabled: false,
    showPasskeyButton: true,
    allowAutofill: false,
    ...experience.passkeySignIn,
  },
  hasOwnResets: experience.forgotPasswordMethods !== null,
  forgotPasswordMethods: experience.forgotPasswordMethods ?? [],
  socialSignInConnectorTargets: experience.socialSignInConnectorTargets,
  socialSignIn: {
    automaticAccountLinking: false,
    skipRequiredIdentifiers: false,
    ...experience.socialSignIn,
  },
  singleSignOnEnabled: experience.singleSignOnEnabled,
  unknownSessionRedirectUrl: experience.unknownSessionRedirectUrl ?? '',
  usernamePolicy: experience.usernamePolicy,
});

export const writeSignUp = ({
  hasOwnResets,
  forgotPasswordMethods: chosen,
  unknownSessionRedirectUrl,
  ...rest
}: SignUpValues): Partial<SignInExperience> => ({
  ...rest,
  forgotPasswordMethods: hasOwnResets ? chosen : null,
  unknownSessionRedirectUrl: unknownSessionRedirectUrl || null,
});

export type Method = SignInExperience['signIn']['methods'][number];

/** A new way to sign in, as it fits the way to sign up. */
export const newMethod = (identifier: SignInIdentifier, hasPassword: boolean): Method => ({
  identifier,
  password: hasPassword || identifier === 'username',
  verificationCode: !hasPassword && identifier !== 'username',
  isPasswordPrimary: true,
});

/** Adjusts the settings to changed sign-up identifiers: they must be verified, and users can sign in with them. */
export const adaptToIdentifiers = (
  identifiers: SignInIdentifier[],
  { signUp: before, signIn: { methods } }: Pick<SignUpValues, 'signUp' | 'signIn'>,
) => {
  const password = before.password || identifiers.includes('username');
  const missing = identifiers.filter(identifier => !methods.some(method => method.identifier === identifier));
  return {
    signUp: {
      ...before,
      identifiers,
      password,
      verify: before.verify || identifiers.some(identifier => identifier !== 'username'),
    },
    methods: [...methods, ...missing.map(identifier => newMethod(identifier, password))],
  };
};
