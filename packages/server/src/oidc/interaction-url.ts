import type { Interaction } from 'oidc-provider';

/** Parameters of an authorization request beyond the standard, and what the sign-in pages get to see of them. */
export const extraParams = [
  'interaction_mode',
  'first_screen',
  'direct_sign_in',
  'organization_id',
  'login_hint',
  'identifier',
  'one_time_token',
  'google_one_tap_credential',
] as const;

const forwarded = ['organization_id', 'ui_locales', 'login_hint', 'identifier', 'one_time_token'] as const;

const firstScreens: Readonly<Record<string, string>> = {
  sign_in: '/sign-in',
  signIn: '/sign-in',
  register: '/register',
  reset_password: '/reset-password',
  'identifier:sign_in': '/identifier-sign-in',
  'identifier:register': '/identifier-register',
  single_sign_on: '/single-sign-on',
};

/** The page where the user goes on. Relative: the pages live on the tenant's own origin. */
export const interactionUrl = (interaction: Interaction) => {
  const { params, prompt } = interaction;
  const query = new URLSearchParams({ app_id: String(params.client_id) });
  for (const name of forwarded) {
    const value = params[name];
    if (typeof value === 'string' && value) query.set(name, value);
  }
  if (prompt.name === 'consent') return `/consent?${query}`;
  if (typeof params.one_time_token === 'string') return `/one-time-token?${query}`;
  const first =
    firstScreens[String(params.first_screen)] ??
    (params.interaction_mode === 'signUp' ? '/register' : '/sign-in');
  if (typeof params.direct_sign_in !== 'string') return `${first}?${query}`;
  const [method = '', target = ''] = params.direct_sign_in.split(':').map(encodeURIComponent);
  query.set('fallback', first.slice(1));
  return `/direct/${method}/${target}?${query}`;
};
