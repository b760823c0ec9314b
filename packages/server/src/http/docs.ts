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
import type { descriptions } from './cors.ts';
import { describeApis } from './openapi.ts';
import type { StaticFiles } from './static-files.ts';

/** The description of the APIs, and a page that shows it. */
export const mountDocs = (server: FastifyInstance, files: StaticFiles, endpoint: string) => {
  const managementApis = [{ prefix: mountPoints.management, api: management }];
  const experienceApis = [
    { prefix: mountPoints.wellKnown, api: wellKnown },
    { prefix: mountPoints.experience, api: experience },
  ];
  const userApis = [{ prefix: mountPoints.account, api: account }];
  const everything = [
    ...managementApis,
    ...experienceApis,
    ...userApis,
    { prefix: mountPoints.setup, api: setup },
    { prefix: mountPoints.me, api: me },
    { prefix: mountPoints.cloud, api: cloud },
  ];
  const describeOnce = (apis: Parameters<typeof describeApis>[0]) => {
    let printed: string | undefined;
    return () => {
      printed ??= JSON.stringify(describeApis(apis, endpoint));
      return printed;
    };
  };
  const documents: Record<(typeof descriptions)[number], () => string> = {
    '/api/swagger.json': describeOnce(everything),
    '/api/.well-known/management.openapi.json': describeOnce(managementApis),
    '/api/.well-known/experience.openapi.json': describeOnce(experienceApis),
    '/api/.well-known/user.openapi.json': describeOnce(userApis),
  };
  for (const [path, print] of Object.entries(documents)) {
    server.get(path, (_, reply) => reply.type('application/json; charset=utf-8').send(print()));
  }

  server.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(files.index));
  server.get('/api/docs/*', (request, reply) =>
    files.send((request.params as { '*': string })['*'], request, reply),
  );
};
