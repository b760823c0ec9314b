/** Terms for schemas and fields: the name in the code, then the name for readers. */
const terms: Readonly<Record<string, string>> = {
  'api resource': 'API resource',
  'application secret': 'application secret',
  'captcha provider': 'CAPTCHA provider',
  'client registration token': 'client registration token',
  'custom profile field': 'profile field',
  'custom ui asset': 'custom UI asset',
  'email template': 'email template',
  'job schedule': 'schedule',
  'live sign in': 'sign-in',
  'log stream': 'log stream',
  'one time token': 'one-time token',
  'organization application': 'application',
  'organization invitation': 'invitation',
  'organization role resource scope': 'permission',
  'organization role': 'organization role',
  'organization scope': 'organization permission',
  'organization user': 'user',
  'profile field': 'profile field',
  'protected app domain': 'custom domain',
  'received invitation': 'invitation',
  'resource scope': 'permission',
  'role application': 'application',
  'role scope': 'permission',
  'saml application': 'SAML application',
  'sent invitation': 'invitation',
  'sign in': 'sign-in',
  'sso connector': 'SSO connector',
  'sso encryption key': 'encryption key',
  'tenant member': 'member',
  'user organization': 'organization',
  'user personal access token': 'personal access token',
  'user subject token': 'subject token',
  application: 'application',
  change: 'change',
  connector: 'connector',
  domain: 'custom domain',
  hook: 'webhook',
  invoice: 'invoice',
  job: 'job',
  organization: 'organization',
  plan: 'plan',
  region: 'region',
  resource: 'API resource',
  role: 'role',
  scope: 'permission',
  session: 'session',
  subscription: 'subscription',
  tenant: 'tenant',
  user: 'user',
};

/** The subject of a schema: `UpdateOrganizationRoleRequest` is about an organization role. */
export const nounIn = (schemaName: string) =>
  termFor(
    schemaName
      .replace(/(Request|Response)?\d*$/, '')
      .replace(/^(Create|Update|Replace|Read|List|Add|Get)(?=[A-Z])/, ''),
  );

/** The term for a field, or for each of its items. */
export const termFor = (name: string): string | null => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/s$/, '');
  return terms[words] ?? null;
};
