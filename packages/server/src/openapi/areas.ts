import type { Entity } from '@gatehouse/contract/define-entity.ts';
import type { Rows } from '@gatehouse/contract/endpoint.ts';
import { entities } from '@gatehouse/contract/entities.ts';

/** Titles and descriptions of the areas that are not entities: `[title, description]`. */
const areas: Readonly<Record<string, readonly [string, string]>> = {
  'account.access': [
    'My sessions and grants',
    'Sessions of the signed-in user, and the applications they granted access to.',
  ],
  'account.account': ['My account', 'The profile, identifiers and password of the signed-in user.'],
  'account.draftPreviews': ['My draft previews', 'Open the preview link of a draft as one of its testers.'],
  'account.factors': ['My factors', 'The authentication factors (MFA) of the signed-in user.'],
  'account.outside': ['My linked accounts', 'Social and enterprise accounts of the signed-in user.'],
  'account.personalData': [
    'My personal data',
    'Export the data of the signed-in user, or delete the account.',
  ],
  'account.verifications': [
    'My verifications',
    'Verification records that sensitive account changes require.',
  ],
  'cloud.checkouts': ['Checkouts', 'Payments for plans.'],
  'cloud.cloudAccount': ['Cloud account', 'The account of a console user across tenants.'],
  'cloud.receivedInvitations': ['Received invitations', 'Invitations to tenants, for the invited person.'],
  'cloud.sentInvitations': ['Sent invitations', 'Invitations to a tenant, for its administrators.'],
  'cloud.subscriptions': ['Subscriptions', 'Plans, usage and invoices of tenants.'],
  'cloud.promotions': ['Promotions', 'Copy the configuration of one tenant to another.'],
  'cloud.memberRoles': ['Member roles', 'What the users who manage a tenant can do.'],
  'cloud.tenantMembers': ['Tenant members', 'The users who manage a tenant, and their roles.'],
  'cloud.tenants': ['Tenants', 'The tenants of the caller.'],
  'experience.accountLock': ['Account lock', 'Lock an account with the link from a security notice.'],
  'experience.experience': ['Sign-in', 'The steps to sign in, register and reset a password.'],
  'experience.factors': ['Sign-in factors', 'Multi-factor authentication during a sign-in.'],
  'experience.interaction': ['Consent', 'The permissions that an application asks the user for.'],
  'experience.outside': [
    'Social and enterprise sign-in',
    'Sign in with a social account or an enterprise identity provider.',
  ],
  'experience.passkeys': ['Passkeys', 'Passkeys as an authentication factor during a sign-in.'],
  'experience.passkeySignIn': ['Passkey sign-in', 'Sign in with a passkey and no password.'],
  'experience.profile': ['Sign-in profile', 'Profile fields that users complete during a sign-in.'],
  'experience.proofs': [
    'Sign-in verifications',
    'Verify passwords, codes and one-time links during a sign-in.',
  ],
  'management.applicationAccess': ['Application access', 'Restrict who can sign in to an application.'],
  'management.applicationConsent': [
    'Application consent',
    'The permissions that third-party applications can ask users for.',
  ],
  'management.applicationSignInExperiences': [
    'Application branding',
    'Branding of the sign-in pages for one application.',
  ],
  'management.builtInEmail': ['Built-in email', 'The email service that comes with a tenant in the cloud.'],
  'management.changes': ['Changes', 'The history of configuration changes. Undo a change.'],
  'management.testSignIns': ['Test sign-ins', 'Try a provider before users see it, without creating a user.'],
  'management.connectorActions': ['Connector actions', 'Test a connector and use the tokens it stored.'],
  'management.connectorFactories': ['Connector types', 'The connectors that you can set up.'],
  'management.dashboard': ['Dashboard', 'Figures about users and sign-ins.'],
  'management.developmentMailbox': ['Development mailbox', 'Messages that were captured instead of sent.'],
  'management.idpInitiatedAuth': [
    'IdP-initiated sign-in',
    'Sign-ins that start at an enterprise identity provider.',
  ],
  'management.jobs': ['Background jobs', 'Scheduled and queued background jobs.'],
  'management.signIns': ['Sign-ins', 'Who signed in to which application, how, and how it ended.'],
  'management.liveSignIns': ['Live sign-ins', 'Sign-ins as they happen.'],
  'management.logs': ['Audit logs', 'What users, applications and administrators did.'],
  'management.oidcConfigs': ['Keys and sessions', 'Signing keys, cookie keys and the lifetime of sessions.'],
  'management.organizationJit': [
    'Just-in-time provisioning',
    'Add users to organizations automatically by email domain or enterprise connector.',
  ],
  'management.protectedApps': ['Protected applications', 'Applications behind the proxy.'],
  'management.samlApplications': ['SAML applications', 'Applications that users sign in to with SAML.'],
  'management.ssoEncryptionKeys': [
    'Encryption keys of enterprise connectors',
    'Keys that decrypt SAML assertions from enterprise identity providers.',
  ],
  'management.ssoSigningKeys': [
    'Signing keys of enterprise connectors',
    'Keys that sign SAML requests to enterprise identity providers.',
  ],
  'management.userJobs': ['User jobs', 'Import, export and change many users at once.'],
  'management.verificationCodes': ['Verification codes', 'Send and verify email and SMS codes.'],
  'me.latestRelease': ['Releases', 'The latest release of the product.'],
  'me.me': ['Console user', 'The account of the signed-in console user.'],
  'me.meSocial': ['Console user: linked accounts', 'The social accounts of the signed-in console user.'],
  'setup.setup': ['Setup', 'Create the first administrator.'],
  'wellKnown.hasura': ['Hasura', 'Authentication for Hasura.'],
  'wellKnown.wellKnown': [
    'Public information',
    'Settings that the sign-in pages read before a user is identified.',
  ],
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
