import { z } from 'zod';
import { templateType } from './email-templates.ts';
import { defineRows } from './endpoint.ts';
import { jsonObject } from './fields.ts';
import { smsErrors } from './passcodes.ts';
import { email, phone } from './patterns.ts';

/** Connector operations outside a sign-in. */
export const connectorActions = defineRows({
  test: {
    method: 'post',
    path: '/connectors/:factoryId/test',
    summary: 'Send a test message with a configuration, saved or not',
    body: z
      .strictObject({
        email: email.optional(),
        phone: phone.optional(),
        config: jsonObject,
        locale: z.string().max(16).optional(),
        type: templateType.optional(),
      })
      .refine(body => (body.email === undefined) !== (body.phone === undefined), {
        path: ['email'],
        error: 'validation.required',
      }),
    status: 204,
    permission: 'connectors:write',
    errors: [
      'connector.unexpected_type',
      'connector.invalid_config',
      'connector.invalid_config_guard',
      'connector.invalid_metadata',
      'connector.invalid_certificate',
      'connector.invalid_request_parameters',
      'connector.insufficient_request_parameters',
      'connector.invalid_response',
      'connector.template_not_found',
      'connector.template_not_supported',
      'connector.social_auth_code_invalid',
      'connector.social_invalid_access_token',
      'connector.social_invalid_id_token',
      'connector.not_implemented',
      'connector.authorization_failed',
      'connector.rate_limit_exceeded',
      'connector.general',
      ...smsErrors,
    ],
    unknown: [{ code: 'connector.not_found', status: 400 }],
  },
  createAuthorizationUri: {
    method: 'post',
    path: '/connectors/:connectorId/authorization-uri',
    summary: 'Create an authorization URI to link a social account',
    body: z.strictObject({ state: z.string().min(1).max(256), redirectUri: z.url().max(2048) }),
    response: z.object({ redirectTo: z.url() }),
    status: 200,
    permission: 'connectors:write',
    errors: ['connector.unexpected_type', 'connector.invalid_config', 'entity.not_exists_with_id'],
  },
});
