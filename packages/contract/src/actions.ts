import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { jsonObject } from './fields.ts';
import { environmentVariables, script, trial } from './jwt-customizers.ts';

/** The moments of a sign-in at which a script of the tenant can say no. */
export const actionTypes = ['action.postFirstFactorVerification', 'action.postSignIn'] as const;
export type ActionType = (typeof actionTypes)[number];

export const action = z.object({
  /** JavaScript that defines `runAction`. */
  script,
  environmentVariables: environmentVariables.optional(),
  contextSample: jsonObject.optional(),
  /** On unless it says otherwise. */
  enabled: z.boolean().optional(),
  /** The effect of a failing script on the sign-in: it continues or is blocked. */
  onExecutionError: z.enum(['block', 'allow']).optional(),
});
export type Action = z.infer<typeof action>;

const read = 'configs:read';
const write = 'configs:write';
const change = 'action';
const path = '/configs/actions/:actionType';

const tryAction = z.strictObject({
  script,
  actionType: z.enum(actionTypes),
  event: jsonObject,
  environmentVariables: environmentVariables.optional(),
});

export const actions = defineRows({
  list: {
    method: 'get',
    path: '/configs/actions',
    summary: 'List sign-in scripts',
    response: z.array(z.object({ key: z.enum(actionTypes), value: action })),
    status: 200,
    permission: read,
  },
  read: {
    method: 'get',
    path,
    summary: 'Read a sign-in script',
    response: action,
    status: 200,
    permission: read,
    unknown: ['guard.invalid_input', 'entity.not_exists_with_id'],
  },
  replace: {
    method: 'put',
    path,
    summary: 'Set a sign-in script',
    body: z.strictObject(action.shape),
    response: action,
    status: 200,
    otherStatus: 201,
    permission: write,
    change,
    unknown: [],
  },
  update: {
    method: 'patch',
    path,
    summary: 'Update a sign-in script',
    body: z.strictObject(action.partial().shape),
    response: action,
    status: 200,
    permission: write,
    change,
    unknown: ['entity.not_exists_with_id'],
  },
  delete: {
    method: 'delete',
    path,
    summary: 'Delete a sign-in script',
    status: 204,
    permission: write,
    change,
    unknown: ['guard.invalid_input', 'entity.not_found'],
  },
  test: {
    method: 'post',
    path: '/configs/actions/test',
    summary: 'Test a sign-in script without saving it',
    body: tryAction,
    response: jsonObject,
    status: 200,
    permission: write,
    errors: ['action.general', 'action.denied'],
  },
  try: {
    method: 'post',
    path: '/configs/actions/try',
    summary: 'Try a sign-in script, with the console output of the script',
    body: tryAction,
    response: trial,
    status: 200,
    permission: write,
  },
});
