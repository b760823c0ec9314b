import { z } from 'zod';

export const interactionModes = ['signIn', 'signUp'] as const;

/** The first page of a sign-in. `signIn` is an older name of `sign_in`. */
export const firstScreens = [
  'sign_in',
  'register',
  'reset_password',
  'identifier:sign_in',
  'identifier:register',
  'single_sign_on',
  'signIn',
] as const;
export type FirstScreen = (typeof firstScreens)[number];

/** Parameters that an application can add to an authorization request. */
export const signInParameters = z.object({
  interaction_mode: z.enum(interactionModes).optional(),
  first_screen: z.enum(firstScreens).optional(),
  /** `social:<target>` or `sso:<connector id>`. */
  direct_sign_in: z
    .string()
    .regex(/^(?:social|sso):\S+$/)
    .optional(),
  organization_id: z.string().optional(),
  login_hint: z.string().optional(),
  /** Space-separated kinds: email, phone, username. */
  identifier: z
    .string()
    .regex(/^(?:email|phone|username)(?: (?:email|phone|username))*$/)
    .optional(),
  one_time_token: z.string().optional(),
  google_one_tap_credential: z.string().optional(),
});
export type SignInParameters = z.infer<typeof signInParameters>;

/** The parameters an application added. Invalid ones are ignored, so that a wrong hint does not fail the sign-in. */
export const readSignInParameters = (params: Readonly<Record<string, unknown>>): SignInParameters =>
  Object.fromEntries(
    signInParameterNames.flatMap(name => {
      const { data } = signInParameters.shape[name].safeParse(params[name]);
      return data ? [[name, data]] : [];
    }),
  );

export const signInParameterNames = Object.keys(signInParameters.shape) as (keyof SignInParameters)[];
