import { organizationResource, organizationsScope } from '@gatehouse/contract/dialect.ts';

/** Parameters that the form can add to the request. */
export const parameterNames = [
  'first_screen',
  'prompt',
  'login_hint',
  'organization_id',
  'resource',
  'scope',
  'ui_locales',
] as const;
export type ParameterName = (typeof parameterNames)[number];
export type Parameters = Partial<Record<ParameterName, string>>;

export const firstScreenOptions = [
  'sign_in',
  'register',
  'reset_password',
  'identifier:sign_in',
  'identifier:register',
  'single_sign_on',
];
export const promptOptions = ['login', 'select_account', 'none'];

const ownScopes = ['openid', 'profile', 'email', 'phone', 'offline_access'];
const storageKey = 'gatehouse:demo-parameters';

/** The address can bring what is asked for; otherwise it is what was asked for last. */
export const readParameters = (): Parameters => {
  const query = new URLSearchParams(window.location.search);
  const named = parameterNames.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : []));
  if (named.length > 0 && !query.has('state')) return Object.fromEntries(named);
  return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}');
};

export const keepParameters = (parameters: Parameters) =>
  window.sessionStorage.setItem(storageKey, JSON.stringify(parameters));

const withoutEmpty = (record: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(record).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/**
 * The authorization request. A refresh token requires `prompt=consent`. First-party applications show no consent page.
 */
export const toRequest = ({ scope, prompt, ...rest }: Parameters) =>
  withoutEmpty({
    ...rest,
    ...(rest.organization_id && !rest.resource ? { resource: organizationResource } : {}),
    scope: [...ownScopes, rest.organization_id && organizationsScope, scope].filter(Boolean).join(' '),
    prompt: prompt === 'none' ? prompt : [prompt, 'consent'].filter(Boolean).join(' '),
  });

/** For whom the next access token is. */
export const toAudience = ({ resource, organization_id }: Parameters) =>
  withoutEmpty({ resource, organization_id });
