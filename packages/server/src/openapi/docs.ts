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
import type { FastifyInstance } from 'fastify';
import { brandOf } from '../env-brand.ts';
import type { descriptions } from '../http/cors.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { Services } from '../services.ts';
import { describeOperations } from './document.ts';
import { listOperations } from './operation-ids.ts';

const rowsOf = { management, wellKnown, experience, account, setup, me, cloud };
type ApiName = keyof typeof rowsOf;

/** The description of the APIs, and a page that shows it. */
export const mountDocs = (
  server: FastifyInstance,
  { env }: Pick<Services, 'env'>,
  { files, endpoint }: { files: StaticFiles; endpoint: string },
) => {
  const apis = Object.entries(rowsOf).map(([name, rows]) => ({
    name,
    rows,
    prefix: mountPoints[name as ApiName],
  }));
  const { name, supportEmail } = brandOf(env);
  const contact = { name, ...(supportEmail ? { email: supportEmail } : {}) };
  const describeOnce = (names: readonly string[]) => {
    let printed: string | undefined;
    return () => {
      const operations = () => listOperations(apis).filter(({ api }) => names.includes(api));
      printed ??= JSON.stringify(describeOperations(operations(), { endpoint, contact }));
      return printed;
    };
  };
  const documents: Record<(typeof descriptions)[number], () => string> = {
    '/api/swagger.json': describeOnce(Object.keys(rowsOf)),
    '/api/.well-known/management.openapi.json': describeOnce(['management'] satisfies ApiName[]),
    '/api/.well-known/experience.openapi.json': describeOnce(['wellKnown', 'experience'] satisfies ApiName[]),
    '/api/.well-known/user.openapi.json': describeOnce(['account'] satisfies ApiName[]),
  };
  for (const [path, print] of Object.entries(documents)) {
    server.get(path, (_, reply) => reply.type('application/json; charset=utf-8').send(print()));
  }

  server.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(files.index));
  server.get('/api/docs/*', (request, reply) =>
    files.send((request.params as { '*': string })['*'], request, reply),
  );
};
