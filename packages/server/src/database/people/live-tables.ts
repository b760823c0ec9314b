/** Tables that store personal data unsealed. History, logs and events store it sealed. */
export const liveTables = [
  'users',
  'user_sso_identities',
  'secrets',
  'verification_records',
  'passcodes',
  'one_time_tokens',
  'organization_invitations',
  'messages',
  'oidc_model_instances',
  'sentinel_activities',
  'jobs',
  'sso_assertions',
  'saml_sessions',
  'saml_logouts',
  'person_keys',
];
