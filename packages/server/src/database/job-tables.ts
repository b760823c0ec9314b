import type { Generated } from 'kysely';
import type { StoredOrigin } from './origin.ts';
import type { DefaultJson, Json, TenantRow } from './row-types.ts';

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Background jobs and schedules. */
export type JobTables = {
  jobs: Jobs;
  jobResults: TenantRow<{
    jobId: number;
    rowNumber: number;
    subject: string;
    outcome: string;
    userId: string | null;
    message: string | null;
    /** Null: an earlier version wrote it. */
    isSealed: boolean | null;
  }>;
  schedules: {
    name: string;
    dueAt: number;
    leasedUntil: number | null;
    finishedAt: number | null;
    error: string | null;
  };
  hookHours: TenantRow<{
    hookId: string;
    hour: number;
    successCount: Generated<number>;
    errorCount: Generated<number>;
  }>;
};

type Jobs = TenantRow<{
  id: Generated<number>;
  name: string;
  data: DefaultJson;
  state: Generated<JobState>;
  lane: string | null;
  orderKey: string | null;
  attempts: Generated<number>;
  dueAt: Generated<number>;
  leasedUntil: number | null;
  progress: DefaultJson;
  error: string | null;
  origin: Json<StoredOrigin>;
  createdAt: Generated<number>;
  finishedAt: number | null;
}>;
