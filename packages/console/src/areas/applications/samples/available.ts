import type { GuideId } from '../../../guides/catalogue.ts';

/** The guides whose program can be downloaded. Known before the samples themselves are loaded. */
export const sampleIds = [
  'next-app-router',
  'next-pages-router',
  'nuxt',
  'sveltekit',
  'react-router',
  'express',
  'fastify',
  'hono',
  'nestjs',
  'node',
  'flask',
  'fastapi',
  'go',
  'react',
  'vue',
  'angular',
  'javascript',
  'vanilla',
  'machine-node',
  'machine-python',
  'machine-go',
] as const satisfies readonly GuideId[];

export type SampleId = (typeof sampleIds)[number];

export const hasSample = (id: GuideId): id is SampleId => sampleIds.some(each => each === id);
