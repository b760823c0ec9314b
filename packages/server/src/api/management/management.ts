import { management } from '@gatehouse/contract/apis.ts';
import type { FastifyInstance } from 'fastify';
import { type Gate, implement } from '../../http/implement.ts';
import { bundles } from './bundles.ts';
import { draftPreviews } from './draft-previews.ts';
import { drafts } from './drafts.ts';
import { guardOf } from './guard.ts';
import { managementHandlers } from './handlers.ts';
import { unknownKeyRows, unknownKeys } from './unknown-keys.ts';

export const mountManagement = (server: FastifyInstance, open: Omit<Gate, 'guard'>) => {
  const gate: Gate = { ...open, guard: (caller, { id }) => guardOf(open.services, caller, id) };
  implement(server, management, { ...managementHandlers, bundles, draftPreviews, drafts }, gate);
  implement(server, { unknownKeys: unknownKeyRows }, { unknownKeys }, gate);
};
