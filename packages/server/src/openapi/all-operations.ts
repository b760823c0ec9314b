import {
  account,
  cloud,
  experience,
  management,
  me,
  mountPoints,
  setup,
  wellKnown,
} from '@gatehouse/contract/apis.ts';
import { listOperations } from './operation-ids.ts';

const apis = { management, wellKnown, experience, account, setup, me, cloud };
export type ApiName = keyof typeof apis;

/** The operations of every API, with the IDs that all documents use. */
export const allOperations = () =>
  listOperations(
    Object.entries(apis).map(([name, rows]) => ({ name, rows, prefix: mountPoints[name as ApiName] })),
  );
