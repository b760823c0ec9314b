import { type FirstScreen, readSignInParameters } from '@gatehouse/contract/sign-in-parameters.ts';
import type { Interaction } from 'oidc-provider';

/** Values that the pages also see in their address. */
const forwarded = ['organization_id', 'ui_locales', 'login_hint', 'identifier', 'one_time_token'] as const;

const firstScreens: Readonly<Record<FirstScreen, string>> = {
  sign_in: '/sign-in',
  signIn: '/sign-in',
  register: '/register',
  reset_password: '/reset-password',
  'identifier:sign_in': '/identifier-sign-in',
  'identifier:register': '/identifier-register',
  single_sign_on: '/single-sign-on',
};

/**
 * The page where the user continues. Relative: the pages live on the tenant's own origin. Where an identity provider
 * began the sign-in, it continues with that connector.
 */
export const interactionUrl = (interaction: Interaction, begunByConnectorId?: string) => {
  const { params, prompt } = interaction;
  const query = new URLSearchParams({ app_id: String(params.client_id) });
  for (const name of forwarded) {
    const value = params[name];
    if (typeof value === 'string' && value) query.set(name, value);
  }
  if (prompt.name === 'consent') return `/consent?${query}`;
  if (prompt.name === 'select_account') return `/switch-account?${query}`;
  if (prompt.name === 'login' && prompt.reasons.join() === 'step_up') return `/step-up?${query}`;
  const wanted = readSignInParameters(params);
  if (wanted.one_time_token) return `/one-time-token?${query}`;
  const first = wanted.first_screen
    ? firstScreens[wanted.first_screen]
    : wanted.interaction_mode === 'signUp'
      ? '/register'
      : '/sign-in';
  const direct = wanted.direct_sign_in ?? (begunByConnectorId && `sso:${begunByConnectorId}`);
  if (!direct) return `${first}?${query}`;
  const [method = '', ...target] = direct.split(':');
  query.set('fallback', first.slice(1));
  return `/direct/${method}/${encodeURIComponent(target.join(':'))}?${query}`;
};
