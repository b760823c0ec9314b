import { allScope } from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { type Caller, holds, memberPermission } from './authenticate.ts';

/** Whether the management API would take a request of this row from the caller. */
export const mayCall = (caller: Caller, { method, permission, shows = [] }: Row) =>
  holds(caller, allScope, memberPermission(method), permission) &&
  shows.every(shown => holds(caller, allScope, memberPermission('get'), shown));
