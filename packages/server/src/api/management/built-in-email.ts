import type { builtInEmail as rows } from '@gatehouse/contract/built-in-email.ts';
import type { Handlers } from '../../http/implement.ts';
import { readBuiltInUsage } from '../../messages/built-in-emails.ts';

export const builtInEmail: Handlers<typeof rows> = { readUsage: ({ db }) => readBuiltInUsage(db) };
