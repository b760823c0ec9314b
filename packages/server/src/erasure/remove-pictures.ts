import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { FileStore } from '../uploads/file-store.ts';

/** Where else an uploaded file may be in use. */
const showingFiles = [
  'account_centers',
  'application_sign_in_experiences',
  'applications',
  'connectors',
  'custom_phrases',
  'email_templates',
  'organizations',
  'sign_in_experiences',
  'sso_connectors',
];

/**
 * Removes pictures that a person had uploaded. Users can name any address as their picture, also that of a logo or of
 * another user's picture: what somebody else shows stays.
 */
export const removePictures = async (
  db: Kysely<Tables>,
  files: FileStore,
  { tenantId, names }: { tenantId: string; names: readonly string[] },
) => {
  for (const name of names) {
    const uses = showingFiles.map(
      table => sql`exists (select from ${sql.table(table)} shown where strpos(shown::text, ${name}) > 0)`,
    );
    const { rows } = await sql<{ isUsed: boolean }>`
      select exists (select from users where strpos(avatar, ${name}) > 0) or ${sql.join(uses, sql` or `)} as "isUsed"`.execute(
      db,
    );
    if (!rows[0]?.isUsed) await files.remove(`${tenantId}/${name}`);
  }
};
