import { adminCreate } from './admin-create.ts';
import { approvalsEnd } from './approvals-end.ts';
import { auditVerify } from './audit-verify.ts';
import { apply, diff, plan, pull } from './bundle.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { m2mCreate } from './m2m-create.ts';
import { migrate } from './migrate.ts';
import { promote } from './promote.ts';
import { rescue } from './rescue.ts';
import { secretsReseal } from './secrets-reseal.ts';
import { seed } from './seed.ts';
import { start } from './start.ts';

/** Each command loads what it needs when it runs, so help and mistakes are answered immediately. */
export const commands: readonly Command[] = [
  start,
  migrate,
  adminCreate,
  m2mCreate,
  rescue,
  approvalsEnd,
  secretsReseal,
  seed,
  promote,
  pull,
  plan,
  apply,
  diff,
  auditVerify,
  doctor,
];
