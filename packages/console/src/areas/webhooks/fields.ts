import { hookEvents } from '@gatehouse/contract/events.ts';
import { certificateAuthority, headerName, headerValue } from '@gatehouse/contract/fields.ts';
import { hook, hookConfig } from '@gatehouse/contract/hooks.ts';
import { z } from 'zod';
import { pairs, writtenPairs } from '../../templates/form-pairs.tsx';

export const basicFields = {
  name: hook.shape.name.min(1),
  url: hookConfig.shape.url,
  events: z.array(z.enum(hookEvents)).min(1, { error: 'hook.missing_events' }),
};

export const webhookFields = z.object({
  ...basicFields,
  headers: pairs(headerName, headerValue, 'validation.header'),
  retries: z.enum(['0', '1', '2', '3']),
  certificateAuthority: certificateAuthority.or(z.literal('')),
  enabled: z.boolean(),
});
export type WebhookValues = z.infer<typeof webhookFields>;

type Delivery = Pick<WebhookValues, 'url' | 'headers' | 'retries' | 'certificateAuthority'>;

export const configOf = ({ url, headers, retries, certificateAuthority: authority }: Delivery) => ({
  url,
  retries: Number(retries),
  headers: writtenPairs(headers),
  ...(authority ? { certificateAuthority: authority } : {}),
});
