import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';

export type Schedule = { name: string; everyMs: number; run(): Promise<unknown> };

/** Longer than any run takes. If the process dies, the next one takes over after that. */
const leaseMs = 15 * minuteMs;

/**
 * Recurring jobs, each run by one process at a time. Times follow the wall clock and are stored in the database, so a
 * restart neither repeats nor skips a run.
 */
export const createSchedules = (database: Database, logger: Logger, schedules: readonly Schedule[]) => {
  let nextLook = 0;

  const register = () =>
    database.system(db =>
      db
        .insertInto('schedules')
        .values(schedules.map(({ name, everyMs }) => ({ name, dueAt: Date.now() + everyMs })))
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    );

  const claimDue = (now: number) =>
    database.system(db =>
      db
        .updateTable('schedules')
        .set({ leasedUntil: now + leaseMs })
        .where('dueAt', '<=', now)
        .where(({ eb, or }) => or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]))
        .returning('name')
        .execute(),
    );

  const run = async ({ name, everyMs, run: work }: Schedule) => {
    const error = await work().then(
      () => null,
      (reason: unknown) => {
        logger.error({ err: reason, schedule: name }, 'scheduled work failed');
        return String(reason).slice(0, 500);
      },
    );
    const finishedAt = Date.now();
    await database.system(db =>
      db
        .updateTable('schedules')
        .set({ error, finishedAt, leasedUntil: null, dueAt: finishedAt + everyMs })
        .where('name', '=', name)
        .execute(),
    );
  };

  return {
    register,
    async runDue() {
      const now = Date.now();
      if (now < nextLook) return;
      nextLook = now + 10_000;
      for (const { name } of await claimDue(now)) {
        const schedule = schedules.find(known => known.name === name);
        if (schedule) await run(schedule);
      }
    },
    async list() {
      const rows = await database.system(db => db.selectFrom('schedules').selectAll().execute());
      return schedules.flatMap(({ name, everyMs }) => {
        const row = rows.find(known => known.name === name);
        return row ? [{ ...row, everyMs }] : [];
      });
    },
    async hasten(name: string) {
      if (!schedules.some(known => known.name === name)) return false;
      await database.system(db =>
        db.updateTable('schedules').set({ dueAt: Date.now() }).where('name', '=', name).execute(),
      );
      nextLook = 0;
      return true;
    },
    /** Now, whether it is due or not. */
    async runNow(name: string) {
      const schedule = schedules.find(known => known.name === name);
      if (!schedule) throw new Error(`Nothing is scheduled as ${name}.`);
      await run(schedule);
    },
  };
};
