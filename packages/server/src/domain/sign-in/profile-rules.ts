import type { Proof, Rule, SignInConfiguration, SignInContext } from './situation.ts';

/** The required profile of every user. Enterprise users have what their provider sent. */
export const missesProfile: Rule = (configuration, context) => {
  const { event, proof } = context;
  if (event === 'ForgotPassword' || proof?.type === 'EnterpriseSso') return undefined;
  if (proof?.type === 'Social' && configuration.socialSignIn.skipRequiredIdentifiers) return undefined;
  // Signing in asks for what is missing only when everything else is done.
  if (event === 'SignIn' && context.identifiedAs === undefined) return undefined;
  // A user that was just made has filled in everything.
  if (event === 'Register' && context.identifiedAs !== undefined) return undefined;
  const missingProfile = missingParts(configuration, context);
  return missingProfile.length ? { code: 'user.missing_profile', data: { missingProfile } } : undefined;
};

export const missesNewPassword: Rule = (_, { event, given }) =>
  event === 'ForgotPassword' && !given.password
    ? { code: 'user.new_password_required_in_profile' }
    : undefined;

const missingParts = ({ signUp, requiredFields }: SignInConfiguration, context: SignInContext) => {
  const { event, proof, user, given } = context;
  const bringsPassword = proof?.type === 'NewPasswordIdentity';
  const has = {
    username: user?.has.username || given.username || bringsPassword,
    email: user?.has.email || given.email !== undefined || provesNew(context, 'email'),
    phone: user?.has.phone || given.phone || provesNew(context, 'phone'),
    password:
      user?.has.password || user?.has.identity || given.password || bringsPassword || isOutside(proof),
  };
  const identifiers = signUp.identifiers;
  const isEither = identifiers.includes('email') && identifiers.includes('phone');
  const wanted = [
    ...(identifiers.includes('username') ? (['username'] as const) : []),
    ...(isEither ? (['emailOrPhone'] as const) : identifiers.filter(name => name !== 'username')),
    ...(signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier),
  ];
  const parts = [...new Set(wanted)].filter(part =>
    part === 'emailOrPhone' ? !has.email && !has.phone : !has[part],
  );
  const missesFields =
    event === 'Register' && !user && requiredFields.some(name => !given.fields.includes(name));
  return [
    ...parts,
    ...(signUp.password && !has.password ? ['password'] : []),
    ...(missesFields ? ['extraProfile'] : []),
  ];
};

/** Registering with a proven address or number brings it along. */
const provesNew = ({ event, proof }: SignInContext, type: 'email' | 'phone') =>
  event === 'Register' && (proof?.identifier?.type === type || proof?.brings?.[type] !== undefined);

/** Users with a social or enterprise account need no password. */
const isOutside = (proof: Proof | undefined) => proof?.type === 'Social' || proof?.type === 'EnterpriseSso';
