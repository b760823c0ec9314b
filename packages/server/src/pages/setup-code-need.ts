import type { IncomingMessage } from 'node:http';
import type { Environment } from '../env.ts';
import { isFromThisMachine } from '../http/forwarded.ts';

/** The setup code proves access to the server log. On a developer's own machine it is not needed. */
export const needsSetupCode = (env: Pick<Environment, 'ADMIN_ENDPOINT'>, request: IncomingMessage) =>
  !isFromThisMachine(request, env);
