import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { defineJob } from '../jobs/job.ts';
import type { FileStore } from '../uploads/store.ts';

/** Tables that may refer to an uploaded file. */
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

/** Queued with an erasure, which knows the names; done without its transaction, however slow the file store is. */
export const pictureJob = {
  name: 'erased-pictures',
  data: z.object({ names: z.array(z.string()) }),
} as const;

/**
 * Removes the pictures that a person uploaded. A picture can be any URL, also that of a logo or of another user's
 * picture: files that are still in use stay.
 */
export const createPictureJob = ({ database, files }: { database: Database; files: FileStore }) =>
  defineJob({
    ...pictureJob,
    width: 2,
    // A store that is away for a month does not keep a picture for ever.
    maximumAttempts: 1000,
    isKept: false,
    async run({ tenantId, data }) {
      const unused = await database.tenant(tenantId).read(db => findUnused(db, data.names));
      for (const name of unused) await files.remove(`${tenantId}/${name}`);
      return undefined;
    },
  });

/** Each table is read once, whatever the number of pictures. */
const findUnused = async (db: Kysely<Tables>, names: readonly string[]) => {
  const shown = [
    sql`select avatar as content from users where avatar is not null`,
    ...showingFiles.map(table => sql`select shown::text from ${sql.table(table)} shown`),
  ];
  const { rows } = await sql<{ name: string }>`
    select distinct name from unnest(${names}::text[]) name
    join (${sql.join(shown, sql` union all `)}) shown on strpos(shown.content, name) > 0`.execute(db);
  const used = new Set(rows.map(({ name }) => name));
  return names.filter(name => !used.has(name));
};
