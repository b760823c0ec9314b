import { z } from 'zod';
import { templateType } from './email-templates.ts';
import { defineRows } from './endpoint.ts';
import { jsonObject, timestamp } from './fields.ts';

/** A message that was kept instead of sent. Its payload holds codes that let people in: only writers see it. */
export const keptMessage = z.object({
  id: z.number(),
  channel: z.enum(['Email', 'Sms']),
  recipient: z.string(),
  templateType,
  payload: jsonObject,
  createdAt: timestamp,
});
export type KeptMessage = z.infer<typeof keptMessage>;

export const developmentMailbox = defineRows({
  list: {
    method: 'get',
    path: '/development-mailbox',
    summary: 'List messages captured by development connectors, newest first',
    query: z.object({
      recipient: z.string().max(256).optional(),
      channel: keptMessage.shape.channel.optional(),
    }),
    response: z.array(keptMessage),
    status: 200,
    permission: 'connectors:read',
    shows: ['users:read'],
    paging: 'always',
  },
});
