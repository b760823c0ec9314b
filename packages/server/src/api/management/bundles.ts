import { bundleLimits, type bundles as rows } from '@gatehouse/contract/bundles.ts';
import { bundleArchiveLimits } from '@gatehouse/contract/uploads.ts';
import { z } from 'zod';
import { planBundle } from '../../bundles/apply.ts';
import { readArchive } from '../../bundles/archive.ts';
import { bundleKinds } from '../../bundles/kinds.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { receiveFile } from '../../uploads/receive.ts';
import { applyFiles, exportFiles, reading } from './bundle-context.ts';

export const bundles: Handlers<typeof rows> = {
  export: ownTransaction(async context => ({ files: await exportFiles(context) })),

  readSchemas: async () =>
    Object.fromEntries(
      bundleKinds.map(({ folder, schema }) => [
        folder,
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
      ]),
    ),

  readArchive: ownTransaction(async ({ request }) => {
    const { bytes } = await receiveFile(request, bundleArchiveLimits);
    return { files: await readArchive(bytes, bundleLimits) };
  }),

  plan: ({ db, body, ...context }) => planBundle(bundleKinds, reading(context, { db }), body),

  apply: ownTransaction(({ body, ...context }) => applyFiles(context, body)),
};
