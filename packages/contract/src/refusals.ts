/**
 * Why the provider refused a request, closer than its error code says. The words are in the console's phrases under
 * `logs.reasons`.
 */
export const refusalReasons = [
  'unknown_application',
  'wrong_secret',
  'wrong_authentication',
  'no_redirect_uri',
  'redirect_uri_changed',
  'pkce_missing',
  'pkce_mismatch',
  'code_unknown',
  'code_spent',
  'refresh_token_ended',
  'grant_not_allowed',
  'needs_user',
  'few_sms_codes_entered',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The settings that decide about requests. The console links to them from the log entry of a refusal. */
export const refusalSettings = [
  'appId',
  'redirectUris',
  'secrets',
  'securityProfile',
  'tokens',
  'accessControl',
  'apiResources',
  'signInMethods',
  'enterpriseSso',
  'connectors',
  'mfa',
  'captcha',
  'lockout',
  'smsLimits',
  'blocklist',
  'passwordPolicy',
  'user',
] as const;
export type RefusalSetting = (typeof refusalSettings)[number];

/**
 * The details of an error. For errors of the OpenID provider, the description was sent to the client and the detail
 * was not.
 */
type Refusal = { code: string; description?: string; detail?: string };

export type Explained = { reason?: RefusalReason; setting?: RefusalSetting };
type Clue = Explained & { code: RegExp; says?: RegExp };

/** The first that fits counts. */
const clues: readonly Clue[] = [
  { code: /^invalid_client$/, says: /not found|is invalid/, reason: 'unknown_application', setting: 'appId' },
  { code: /^invalid_client$/, says: /invalid secret/, reason: 'wrong_secret', setting: 'secrets' },
  { code: /^invalid_client$/, reason: 'wrong_authentication', setting: 'securityProfile' },
  { code: /^invalid_redirect_uri$/, setting: 'redirectUris' },
  {
    code: /^invalid_grant$/,
    says: /redirect_uri mismatch/,
    reason: 'redirect_uri_changed',
    setting: 'redirectUris',
  },
  { code: /^invalid_grant$/, says: /PKCE/, reason: 'pkce_mismatch', setting: 'securityProfile' },
  { code: /^invalid_grant$/, says: /code already consumed/, reason: 'code_spent' },
  { code: /^invalid_grant$/, says: /authorization code/, reason: 'code_unknown' },
  { code: /^invalid_grant$/, says: /refresh token/, reason: 'refresh_token_ended', setting: 'tokens' },
  {
    code: /^invalid_request$/,
    says: /PKCE|code_challenge/,
    reason: 'pkce_missing',
    setting: 'securityProfile',
  },
  {
    code: /^invalid_request$/,
    says: /response_type is not allowed/,
    reason: 'no_redirect_uri',
    setting: 'redirectUris',
  },
  {
    code: /^invalid_request$/,
    says: /grant type is not allowed/,
    reason: 'grant_not_allowed',
    setting: 'tokens',
  },
  { code: /^invalid_target$/, setting: 'apiResources' },
  { code: /^invalid_scope$/, setting: 'apiResources' },
  { code: /^(login|interaction|consent|account_selection)_required$/, reason: 'needs_user' },
  { code: /^access_denied$/, setting: 'accessControl' },
  { code: /^unmet_authentication_requirements$/, setting: 'mfa' },
  { code: /^user\.suspended$|^user\.deletion_pending$|^session\.invalid_credentials$/, setting: 'user' },
  { code: /^session\.verification_blocked/, setting: 'lockout' },
  { code: /^session\.captcha_/, setting: 'captcha' },
  { code: /^session\.email_blocklist\./, setting: 'blocklist' },
  { code: /^session\.mfa\.|^user\.(missing_mfa|suggest_mfa|passkey_preferred)$/, setting: 'mfa' },
  { code: /^password/, setting: 'passwordPolicy' },
  { code: /^session\.sso_enabled$|^user\.sso_/, setting: 'enterpriseSso' },
  { code: /^connector\.|^session\.(invalid_connector|connector_)/, setting: 'connectors' },
  {
    code: /^(user\.sign_in_method_not_enabled|user\.missing_profile|session\.invalid_sign_in_method|auth\.forbidden)$|_not_exist$/,
    setting: 'signInMethods',
  },
];

/** The reason of a refusal and the setting to look at, as far as they are known. */
export const explainRefusal = ({ code, description = '', detail = '' }: Refusal): Explained => {
  const told = `${detail} ${description}`;
  const clue = clues.find(({ code: pattern, says }) => pattern.test(code) && (!says || says.test(told)));
  return {
    ...(clue?.reason ? { reason: clue.reason } : {}),
    ...(clue?.setting ? { setting: clue.setting } : {}),
  };
};
