import type { Database } from '../database/database.ts';
import { addUpApplicationSignIns } from './application-sign-ins.ts';
import { addUpInteractions } from './interactions.ts';

/** Adds up all that the trigger of the audit log has counted. */
export const addUpSignIns = async (database: Database) => {
  await addUpInteractions(database);
  await addUpApplicationSignIns(database);
};
