import { useT } from '../phrases.tsx';

/** The kinds of objects that people change, as the rows of the contract name them. */
export const changeKinds = [
  'account-center',
  'action',
  'application',
  'captcha-provider',
  'cimd',
  'client-registration',
  'config',
  'connector',
  'cookie-keys',
  'custom-phrase',
  'custom-profile-field',
  'domain',
  'email-template',
  'hook',
  'id-token',
  'jwt-customizer',
  'log-stream',
  'oidc-session',
  'organization',
  'organization-invitation',
  'organization-role',
  'organization-scope',
  'resource',
  'role',
  'sign-in-experience',
  'signing-keys',
  'sso-connector',
  'user',
  'user-import',
  'user-job',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What an object of a kind is called; the kind itself where it has no word. */
export const useKindWords = () => {
  const t = useT();
  return (kind: string) => {
    const known = changeKinds.find(each => each === kind);
    return known ? t(`audit_logs.kinds.${known}`) : kind;
  };
};
