/** The table of contents: sections and pages in reading order. A page's file is in `docs/`; reference pages are printed. */
export const contents = [
  { title: 'Get started', pages: ['guides/getting-started.md'] },
  {
    title: 'Concepts',
    pages: [
      'concepts/how-sign-in-works.md',
      'concepts/tokens.md',
      'concepts/organization-model.md',
      'concepts/tenants.md',
      'concepts/change.md',
    ],
  },
  {
    title: 'Applications and APIs',
    pages: [
      'guides/applications.md',
      'guides/protected-apps.md',
      'guides/api-resources.md',
      'guides/call-your-api.md',
      'guides/roles.md',
    ],
  },
  {
    title: 'Sign-in',
    pages: [
      'guides/sign-in-experience.md',
      'guides/sign-in-pages.md',
      'guides/connectors.md',
      'guides/enterprise-sso.md',
      'guides/mfa.md',
      'guides/security.md',
    ],
  },
  { title: 'Users and organizations', pages: ['guides/users.md', 'guides/organizations.md'] },
  {
    title: 'Automate and observe',
    pages: [
      'guides/webhooks.md',
      'guides/drafts.md',
      'guides/customize-jwt.md',
      'guides/dashboard.md',
      'guides/audit-logs.md',
      'guides/log-streams.md',
      'guides/signing-keys.md',
    ],
  },
  {
    title: 'Tenants and accounts',
    pages: [
      'guides/tenants-and-members.md',
      'guides/move-configuration.md',
      'guides/plans-and-billing.md',
      'guides/profile.md',
      'domains.md',
    ],
  },
  {
    title: 'Operate',
    pages: [
      'deployment.md',
      'operations/production-checklist.md',
      'operations/scaling.md',
      'operations/backup-and-restore.md',
      'operations/upgrade.md',
      'operations/monitoring.md',
      'operations/troubleshooting.md',
    ],
  },
  {
    title: 'Migrate',
    pages: [
      'migration/import-users.md',
      'migration/from-logto.md',
      'migration/from-auth0.md',
      'migration/from-keycloak.md',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'configuration.md',
      'reference/command-line.md',
      'reference/scopes.md',
      'reference/webhook-events.md',
      'reference/audit-events.md',
      'reference/error-codes.md',
      'reference/limits.md',
    ],
  },
] as const satisfies readonly { title: string; pages: readonly string[] }[];
