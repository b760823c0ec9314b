import { management } from '@gatehouse/contract/apis.ts';
import type { FastifyInstance } from 'fastify';
import { type Gate, implement, implementDirect } from '../../http/implement.ts';
import { applications } from './applications.ts';
import { changes } from './changes.ts';
import { oidcConfigs } from './configs-oidc.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { signInExperience } from './sign-in-exp.ts';
import { users } from './users.ts';

/** The management API as a table: each area of the contract and its handlers. */
export const mountManagement = (server: FastifyInstance, gate: Gate) => {
  const { changes: changeRows, ...areas } = management;
  implement(server, areas, { applications, oidcConfigs, resources, roles, signInExperience, users }, gate);
  implementDirect(server, { changes: changeRows }, { changes }, gate);
};
