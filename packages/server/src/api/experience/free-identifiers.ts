import type { Identifier } from '@gatehouse/contract/experience.ts';
import { RequestError } from '../../domain/request-error.ts';
import { findUserByIdentifier } from '../../domain/users.ts';
import type { StepContext } from './step.ts';

/** Refuses what somebody has already. The database would as well, but only at the very end. */
export const requireFree = async ({ tenant }: Pick<StepContext, 'tenant'>, identifier: Identifier) => {
  const owner = await tenant.database.read(db => findUserByIdentifier(db, identifier));
  if (owner) throw new RequestError(`user.${identifier.type}_already_in_use`);
};
