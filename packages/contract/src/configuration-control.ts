import { z } from 'zod';
import { defineRows } from './endpoint.ts';

/** Null: people and machines change the configuration. */
const repository = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .nullable();

/** Another member approves nothing, drafts before they are published, or all changes that people make. */
export const approvalRules = ['none', 'drafts', 'everything'] as const;
export type ApprovalRule = (typeof approvalRules)[number];

const control = z.strictObject({ repository, approval: z.enum(approvalRules) });

const path = '/bundle/managed';

/** The rules for everyone who changes the configuration. */
export const configurationControl = defineRows({
  read: {
    method: 'get',
    path,
    summary: 'Read who changes the configuration, and with whose approval',
    response: control,
    status: 200,
    permission: 'bundles:read',
  },
  update: {
    method: 'put',
    path,
    summary: 'Choose who changes the configuration, and with whose approval',
    body: control.extend({ approval: control.shape.approval.optional() }),
    response: control,
    status: 200,
    permission: 'bundles:write',
    change: 'bundle',
    errors: ['draft.required', 'draft.too_few_members'],
  },
});
