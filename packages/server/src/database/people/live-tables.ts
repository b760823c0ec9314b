/** Where people are kept in the clear. History, logs and events hold what is sealed. */
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
  'person_keys',
];
