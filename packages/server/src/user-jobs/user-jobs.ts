import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import type { IsStillAllowed } from '../domain/job-authors.ts';
import type { PasswordHasher } from '../domain/passwords.ts';
import { defineJob } from '../jobs/job.ts';
import type { FileStore } from '../uploads/store.ts';
import { createBulkJob } from './bulk.ts';
import { createImportJob } from './import.ts';
import { forgetImportFile } from './import-file.ts';

export type UserJobs = ReturnType<typeof createUserJobs>;

type Dependencies = {
  database: Database;
  files: FileStore;
  vault: Vault;
  passwords: PasswordHasher;
  isStillAllowed: IsStillAllowed;
};

/** Jobs that process many users at once. */
export const createUserJobs = (dependencies: Dependencies) => ({
  importUsers: createImportJob(dependencies),
  bulk: createBulkJob(dependencies.database, dependencies.isStillAllowed),
  /** A file that was uploaded but never used. */
  forgetImport: defineJob({
    name: 'users.forget-import',
    data: z.object({ fileId: z.string() }),
    width: 1,
    maximumAttempts: 5,
    isKept: false,
    async run({ tenantId, data }) {
      await forgetImportFile(dependencies, tenantId, data.fileId);
      return undefined;
    },
  }),
});
