import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a guide below one heading: what searches find and answers quote. */
export type Passage = { id: string; slug: string; title: string; heading: string; text: string };
export type Guide = { slug: string; title: string; markdown: string; passages: Passage[] };
export type Guides = ReadonlyMap<string, Guide>;

/** In the order in which somebody new would read them. */
const files = [
  'guides/getting-started.md',
  'guides/applications.md',
  'guides/protected-apps.md',
  'guides/api-resources.md',
  'guides/roles.md',
  'guides/organizations.md',
  'guides/users.md',
  'guides/sign-in-pages.md',
  'guides/connectors.md',
  'guides/enterprise-sso.md',
  'guides/sign-in-experience.md',
  'guides/mfa.md',
  'guides/security.md',
  'guides/tenants-and-members.md',
  'guides/plans-and-billing.md',
  'guides/profile.md',
  'guides/dashboard.md',
  'guides/customize-jwt.md',
  'guides/signing-keys.md',
  'guides/webhooks.md',
  'guides/audit-logs.md',
  'guides/log-streams.md',
  'domains.md',
  'deployment.md',
  'configuration.md',
];

export const loadGuides = (directory: string): Guides =>
  new Map(
    files.map(file => {
      const slug = file.replace(/^guides\/|\.md$/g, '');
      return [slug, readGuide(slug, readFileSync(join(directory, file), 'utf8'))];
    }),
  );

/** How the headings of a page are linked to. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const readGuide = (slug: string, markdown: string): Guide => {
  const [, title = slug] = /^# (.+)$/m.exec(markdown) ?? [];
  const passages = markdown.split(/^(?=##? )/m).flatMap(part => {
    const [, heading = title, body = ''] = /^##? (.+)\n([\s\S]*)$/.exec(part) ?? [];
    const text = body.trim();
    return text ? [{ id: `${slug}#${anchorOf(heading)}`, slug, title, heading, text }] : [];
  });
  return { slug, title, markdown, passages };
};
