import { type SessionConfig, sessionConfig } from '@gatehouse/contract/oidc-configs.ts';
import { z } from 'zod';

const { ttl, absoluteTtl } = sessionConfig.shape;
const required = (schema: z.ZodType<number, number>) =>
  schema.nullable().refine((seconds): boolean => seconds !== null, { error: 'validation.required' });

export const sessionFields = z.object({
  ttl: required(ttl),
  absoluteTtl: required(absoluteTtl.unwrap()),
  authenticationInAccessTokens: z.boolean(),
});

export type SessionValues = z.infer<typeof sessionFields>;

/** Sends changed values only: the history would list the others as changes. */
export const changedSession = (values: SessionValues, saved: SessionConfig): Partial<SessionConfig> =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== saved[key as keyof SessionConfig]),
  );
