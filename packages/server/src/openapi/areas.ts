import type { Entity } from '@gatehouse/contract/define-entity.ts';
import type { Rows } from '@gatehouse/contract/endpoint.ts';
import { entities } from '@gatehouse/contract/entities.ts';

/** What areas that are no entity are called, and what they are about: `[title, description]`. */
const areas: Readonly<Record<string, readonly [string, string]>> = {
  'account.access': [
    'My sessions and grants',
    'Where users are signed in, and what they have allowed to applications.',
  ],
  'account.account': ['My account', 'What users see and change of their own account.'],
  'account.factors': ['My factors', 'The second factors of the signed-in user.'],
  'account.outside': ['My linked accounts', 'Social and enterprise accounts of the signed-in user.'],
  'account.personalData': ['My personal data', 'Export and deletion of the own account.'],
  'account.verifications': ['My verifications', 'Proofs that changes of the own account need.'],
  'cloud.checkouts': ['Checkouts', 'Payments for plans.'],
  'cloud.cloudAccount': ['Cloud account', 'The account of a console user across tenants.'],
  'cloud.receivedInvitations': ['Received invitations', 'Invitations to tenants, for the invited person.'],
  'cloud.sentInvitations': ['Sent invitations', 'Invitations to a tenant, for its administrators.'],
  'cloud.subscriptions': ['Subscriptions', 'Plans, usage and invoices of tenants.'],
  'cloud.tenantMembers': ['Tenant members', 'The people who manage a tenant.'],
  'cloud.tenants': ['Tenants', 'The tenants of the caller.'],
  'experience.accountLock': ['Account lock', 'Locking an account with the link of a security notice.'],
  'experience.experience': ['Sign-in', 'The steps of signing in, registering and resetting a password.'],
  'experience.factors': ['Sign-in factors', 'Second factors during a sign-in.'],
  'experience.interaction': ['Consent', 'What applications ask users for.'],
  'experience.outside': ['Sign-in elsewhere', 'Signing in with social and enterprise accounts.'],
  'experience.passkeys': ['Passkeys', 'Passkeys as a second factor during a sign-in.'],
  'experience.passkeySignIn': ['Passkey sign-in', 'Signing in with a passkey alone.'],
  'experience.profile': ['Sign-in profile', 'What users fill in during a sign-in.'],
  'experience.proofs': ['Sign-in proofs', 'Passwords, codes and links during a sign-in.'],
  'management.applicationAccess': ['Application access', 'Who can sign in to an application.'],
  'management.applicationConsent': [
    'Application consent',
    'What third-party applications can ask users for.',
  ],
  'management.applicationSignInExperiences': [
    'Application branding',
    'How the sign-in pages look for one application.',
  ],
  'management.builtInEmail': ['Built-in email', 'The email service that comes with a tenant in the cloud.'],
  'management.changes': ['Changes', 'The history of the configuration, and undoing it.'],
  'management.connectorActions': ['Connector actions', 'Trying connectors and using their stored tokens.'],
  'management.connectorFactories': ['Connector types', 'The connectors that can be set up.'],
  'management.dashboard': ['Dashboard', 'Figures about users and sign-ins.'],
  'management.developmentMailbox': ['Development mailbox', 'Messages that were kept instead of being sent.'],
  'management.idpInitiatedAuth': [
    'Sign-in from the identity provider',
    'Sign-ins that start at an enterprise identity provider.',
  ],
  'management.jobs': ['Background jobs', 'Work that is done in the background.'],
  'management.logs': ['Audit logs', 'What users, applications and administrators did.'],
  'management.oidcConfigs': ['Keys and sessions', 'Signing keys, cookie keys and the lifetime of sessions.'],
  'management.organizationJit': ['Just-in-time provisioning', 'How users join organizations by themselves.'],
  'management.protectedApps': ['Protected applications', 'Applications behind the proxy.'],
  'management.samlApplications': ['SAML applications', 'Applications that users sign in to with SAML.'],
  'management.ssoEncryptionKeys': [
    'Encryption keys of enterprise connectors',
    'Keys that open encrypted SAML assertions of enterprise identity providers.',
  ],
  'management.ssoSigningKeys': [
    'Signing keys of enterprise connectors',
    'Keys that sign SAML requests to enterprise identity providers.',
  ],
  'management.userJobs': ['User jobs', 'Imports, exports and changes of many users.'],
  'management.verificationCodes': ['Verification codes', 'Codes by email and text message.'],
  'me.latestRelease': ['Releases', 'The latest release of the product.'],
  'me.me': ['Console user', 'The account of the signed-in console user.'],
  'me.meSocial': ['Console user: linked accounts', 'The social accounts of the signed-in console user.'],
  'setup.setup': ['Setup', 'The first administrator.'],
  'wellKnown.hasura': ['Hasura', 'Authentication for Hasura.'],
  'wellKnown.wellKnown': ['Public information', 'What the sign-in pages need before a user is known.'],
};

export type Tag = { title: string; description: string };

/** The area of an entity is called as the entity is. */
export const areaOf = (api: string, area: string, rows: Rows): Tag => {
  const known = areas[`${api}.${area}`];
  if (known) return { title: known[0], description: known[1] };
  const kind = Object.values(rows).find(({ change }) => change)?.change;
  if (!kind) return { title: area, description: '' };
  const { names, about = '' }: Entity = entities[kind];
  const [one, many] = names;
  return { title: capitalize(one.startsWith('the ') ? one.slice('the '.length) : many), description: about };
};

const capitalize = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}`;
