import type { sentinelActivities as rows } from '@gatehouse/contract/sentinel.ts';
import { forgetAttempts } from '../../domain/sentinel.ts';
import type { Handlers } from '../../http/implement.ts';

export const sentinelActivities: Handlers<typeof rows> = {
  delete: ({ db, body }) => forgetAttempts(db, body.targetType, body.targets),
};
