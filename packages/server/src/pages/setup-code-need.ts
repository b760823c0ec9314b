import type { IncomingMessage } from 'node:http';
import type { Environment } from '../env.ts';
import { isFromThisMachine, isLoopback } from '../http/forwarded.ts';

/** The setup code proves access to the server log. On a developer's own machine it is not needed. */
export const needsSetupCode = (
  { ADMIN_ENDPOINT }: Pick<Environment, 'ADMIN_ENDPOINT'>,
  request: IncomingMessage,
) => !isLoopback(new URL(ADMIN_ENDPOINT).hostname) || !isFromThisMachine(request);
