import { startUserJob } from '@gatehouse/contract/user-jobs.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Write } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import type { IsStillAllowed } from '../domain/job-authors.ts';
import type { PasswordHasher } from '../domain/passwords.ts';
import { createUser, findUserByIdentifier, presentUser, updateUser } from '../domain/users.ts';
import { asSent } from '../email-addresses.ts';
import { errorBody, toRequestError } from '../http/errors.ts';
import { defineJob } from '../jobs/job.ts';
import type { FileStore } from '../uploads/store.ts';
import { forgetImportFile, loadImportFile } from './import-file.ts';
import { type NewPerson, personOf, subjectOf } from './import-row.ts';
import { type FileRecord, readRecords } from './parse-file.ts';
import { add, keepResults, progressOf, type Result, withoutAuthor } from './progress.ts';

type Dependencies = {
  files: FileStore;
  vault: Vault;
  passwords: PasswordHasher;
  isStillAllowed: IsStillAllowed;
};

/** Small enough that a step with passwords to hash ends well before its lease. */
const stepSize = 50;

const importOptions = startUserJob.options[0];
type ImportOptions = z.infer<typeof importOptions>;

type Line = { row: number; record: FileRecord };
type Prepared = Line & { subject: string } & (
    | { person: NewPerson; credentials: Credentials }
    | { error: unknown }
  );
type Credentials = { passwordEncrypted?: string; passwordEncryptionMethod?: string };

/** Imports the users of a file in batches of lines; after a restart it continues with the next batch. */
export const createImportJob = (dependencies: Dependencies) =>
  defineJob({
    name: 'users.import',
    data: z.object({ ...importOptions.shape, language: z.string() }),
    width: 1,
    maximumAttempts: 50,
    isKept: true,
    async run({ id, tenantId, data, author, progress: stored, signal, advance }) {
      const { text, format } = await loadImportFile(dependencies, tenantId, data.fileId);
      let progress = progressOf(stored);
      if (progress.total === null) progress = { ...progress, total: await countRecords(text, format) };
      const seen = new Set<string>();
      const step = async (lines: Line[]) => {
        const prepared = await Promise.all(lines.map(line => prepare(dependencies, line, data)));
        await advance(async tx => {
          const results: Result[] = [];
          for (const line of prepared) results.push(await take(tx, line, data, seen));
          await keepResults(tx, id, results);
          tx.object('user-import', String(id), data.fileName);
          progress = add(progress, results);
          return progress;
        });
      };
      const isAllowed = () => dependencies.isStillAllowed(author, { tenantId, permission: 'users:write' });
      let row = 0;
      let lines: Line[] = [];
      const begun = progress.done;
      for await (const record of readRecords(text, format)) {
        row += 1;
        if (row <= begun) {
          if (data.isDryRun) note(seen, record, data);
          continue;
        }
        lines.push({ row, record });
        if (lines.length < stepSize) continue;
        if (!(await isAllowed())) return withoutAuthor;
        await step(lines);
        lines = [];
        if (signal.aborted) return { againAt: 0 };
      }
      if (!(await isAllowed())) return withoutAuthor;
      if (lines.length) await step(lines);
      if (!data.isDryRun) await forgetImportFile(dependencies, tenantId, data.fileId);
      return undefined;
    },
  });

const countRecords = async (...file: Parameters<typeof readRecords>) => {
  let count = 0;
  for await (const _ of readRecords(...file)) count += 1;
  return count;
};

/** The steps that need no database: validation and hashing the password. */
const prepare = async (
  { passwords }: Dependencies,
  line: Line,
  options: ImportOptions,
): Promise<Prepared> => {
  const subject = subjectOf(line.record, options.mapping);
  try {
    const person = personOf(line.record, options.mapping, options.passwordAlgorithm);
    return { ...line, subject, person, credentials: await credentialsOf(passwords, person, options) };
  } catch (error) {
    return { ...line, subject, error };
  }
};

const credentialsOf = async (
  passwords: PasswordHasher,
  { password, passwordDigest, passwordAlgorithm }: NewPerson,
  { isDryRun }: ImportOptions,
): Promise<Credentials> => {
  if (passwordDigest)
    return { passwordEncrypted: passwordDigest, passwordEncryptionMethod: passwordAlgorithm };
  if (!password || isDryRun) return {};
  return { passwordEncrypted: await passwords.hash(password), passwordEncryptionMethod: 'Argon2id' };
};

/** One line: a failure undoes this line and no other. */
const take = async (
  tx: Write,
  line: Prepared,
  options: ImportOptions & { language: string },
  seen: Set<string>,
): Promise<Result> => {
  const { row, subject } = line;
  const { isDryRun, existing, language } = options;
  await sql`savepoint line`.execute(tx.db);
  try {
    if ('error' in line) throw line.error;
    const { person, credentials } = line;
    const known = await findKnown(tx, person);
    const isKnown = (isDryRun && isRepeated(seen, person)) || known !== undefined;
    if (isKnown && existing !== 'update')
      return { row, subject, outcome: 'skipped', userId: known?.id ?? null, message: null };
    const outcome = isKnown ? 'updated' : 'created';
    if (isDryRun) return { row, subject, outcome, userId: known?.id ?? null, message: null };
    const { password: _, passwordDigest: __, passwordAlgorithm: ___, ...fields } = person;
    const user = known
      ? await updateUser(tx, known.id, { ...fields, ...credentials }, { isQuiet: true })
      : await createUser(tx, { ...fields, ...credentials });
    if (known) tx.emit('User.Data.Updated', presentUser(user));
    return { row, subject, outcome, userId: user.id, message: null };
  } catch (error) {
    await sql`rollback to savepoint line`.execute(tx.db);
    const { message, details } = await errorBody(toRequestError(error), language);
    return { row, subject, outcome: 'failed', userId: null, message: details ?? message };
  }
};

const findKnown = async (tx: Write, { username, primaryEmail, primaryPhone }: NewPerson) => {
  const identifiers = [
    { type: 'email', value: primaryEmail },
    { type: 'username', value: username },
    { type: 'phone', value: primaryPhone },
  ] as const;
  for (const { type, value } of identifiers) {
    const found = value ? await findUserByIdentifier(tx.db, { type, value }) : undefined;
    if (found) return found;
  }
  return undefined;
};

/** A dry run creates no users, so it has to remember those it has seen. */
const isRepeated = (seen: Set<string>, { username, primaryEmail, primaryPhone }: NewPerson) => {
  const claims = Object.entries({
    username,
    email: primaryEmail && asSent(primaryEmail),
    phone: primaryPhone,
  })
    .filter(([, value]) => value)
    .map(([type, value]) => `${type} ${value}`);
  const isKnown = claims.some(claim => seen.has(claim));
  for (const claim of claims) seen.add(claim);
  return isKnown;
};

/** Remembers records that an earlier run of the process has checked. */
const note = (seen: Set<string>, record: FileRecord, { mapping, passwordAlgorithm }: ImportOptions) => {
  try {
    isRepeated(seen, personOf(record, mapping, passwordAlgorithm));
  } catch {
    // It was reported then.
  }
};
