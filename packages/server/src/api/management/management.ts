import { management } from '@gatehouse/contract/apis.ts';
import type { FastifyInstance } from 'fastify';
import { createGrantGuard } from '../../domain/grants.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import { type Gate, implement } from '../../http/implement.ts';
import { bundles } from './bundles.ts';
import { managementHandlers } from './handlers.ts';

export const mountManagement = (server: FastifyInstance, open: Omit<Gate, 'guard'>) =>
  implement(
    server,
    management,
    { ...managementHandlers, bundles },
    {
      ...open,
      guard: (caller, { id: tenantId }) =>
        createGrantGuard(caller, { tenantId, audience: audienceOf(open.services.env, tenantId) }),
    },
  );
