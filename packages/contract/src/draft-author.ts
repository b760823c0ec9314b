import { z } from 'zod';

export const draftAuthor = z.object({
  kind: z.enum(['user', 'application']),
  id: z.string(),
  name: z.string().nullable(),
});
