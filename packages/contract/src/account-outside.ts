import { z } from 'zod';
import { accessErrors, recordId } from './account.ts';
import { defineRows } from './endpoint.ts';
import { ssoIdentity } from './users.ts';

const path = '/my-account';
const permission = 'identities';
const proven = z.strictObject({ newIdentifierVerificationRecordId: recordId });
const linkErrors = [
  ...accessErrors,
  'verification_record.not_found',
  'user.identity_already_in_use',
] as const;

/** As token endpoints answer (RFC 6749, section 5.1). */
const outsideToken = z.object({
  access_token: z.string(),
  scope: z.string().optional(),
  token_type: z.string().optional(),
  expires_in: z.number().int().optional(),
});
export type OutsideToken = z.infer<typeof outsideToken>;
const tokenErrors = [
  ...accessErrors,
  'secrets.third_party_token_set.token_not_found',
  'secrets.third_party_token_set.access_token_expired',
] as const;

/** The accounts that users have with social and enterprise providers. */
export const accountOutside = defineRows({
  linkIdentity: {
    method: 'post',
    path: `${path}/identities`,
    summary: 'Link the verified social account',
    body: proven,
    status: 204,
    permission,
    change: 'user',
    errors: linkErrors,
  },
  replaceIdentity: {
    method: 'put',
    path: `${path}/identities`,
    summary: 'Replace the linked account of a provider with the verified one',
    body: proven,
    status: 204,
    permission,
    change: 'user',
    errors: linkErrors,
  },
  deleteIdentity: {
    method: 'delete',
    path: `${path}/identities/:target`,
    summary: 'Unlink your social account',
    status: 204,
    permission,
    change: 'user',
    errors: [...accessErrors, 'user.identity_not_exist', 'user.last_sign_in_method_required'],
  },
  readToken: {
    method: 'get',
    path: `${path}/identities/:target/access-token`,
    summary: 'Read the stored token of a social provider',
    isFirstParty: true,
    response: outsideToken,
    status: 200,
    permission,
    errors: tokenErrors,
  },
  replaceToken: {
    method: 'put',
    path: `${path}/identities/:target/access-token`,
    summary: 'Replace the stored provider token after verifying the linked account again',
    body: z.strictObject({ verificationRecordId: recordId }),
    response: outsideToken,
    status: 200,
    permission,
    errors: [
      ...accessErrors,
      'verification_record.not_found',
      'verification_record.social_verification.invalid_target',
      'verification_record.social_verification.token_response_not_found',
      'user.identity_not_exists_in_current_user',
    ],
  },
  listSsoIdentities: {
    method: 'get',
    path: `${path}/sso-identities`,
    summary: 'List your enterprise accounts',
    response: z.array(
      ssoIdentity.pick({ ssoConnectorId: true, issuer: true, identityId: true, detail: true }),
    ),
    status: 200,
    permission,
    errors: accessErrors,
  },
  readSsoToken: {
    method: 'get',
    path: `${path}/sso-identities/:ssoConnectorId/access-token`,
    summary: 'Read the stored token of an enterprise provider',
    isFirstParty: true,
    response: outsideToken,
    status: 200,
    permission,
    errors: tokenErrors,
  },
  deleteSsoIdentity: {
    method: 'delete',
    path: `${path}/sso-identities/:ssoConnectorId`,
    summary: 'Unlink your enterprise account',
    status: 204,
    permission,
    change: 'user',
    errors: [...accessErrors, 'user.enterprise_sso_identity_not_exists', 'user.last_sign_in_method_required'],
  },
});
