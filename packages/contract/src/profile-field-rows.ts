import { z } from 'zod';
import {
  createProfileField,
  orderProfileFields,
  profileField,
  profileFieldBatchSize,
  profileFieldDefinition,
} from './custom-profile-fields.ts';
import { defineRows } from './endpoint.ts';

const read = 'custom-profile-fields:read';
const write = 'custom-profile-fields:write';
const change = 'custom-profile-field';

export const customProfileFields = defineRows({
  list: {
    method: 'get',
    path: '/custom-profile-fields',
    summary: 'List custom profile fields',
    response: z.array(profileField),
    status: 200,
    permission: read,
  },
  create: {
    method: 'post',
    path: '/custom-profile-fields',
    summary: 'Create a profile field',
    body: createProfileField,
    response: profileField,
    status: 201,
    permission: write,
    quota: ['collectUserProfileEnabled'],
    change,
    errors: ['custom_profile_fields.name_conflict_sign_in_identifier', 'custom_profile_fields.name_exists'],
  },
  createMany: {
    method: 'post',
    path: '/custom-profile-fields/batch',
    summary: 'Create several profile fields',
    body: z.array(createProfileField).min(1).max(profileFieldBatchSize),
    response: z.array(profileField),
    status: 201,
    permission: write,
    quota: ['collectUserProfileEnabled'],
    change,
    errors: ['custom_profile_fields.name_exists'],
  },
  read: {
    method: 'get',
    path: '/custom-profile-fields/:name',
    summary: 'Read a profile field',
    response: profileField,
    status: 200,
    permission: read,
    unknown: ['entity.not_found'],
  },
  replace: {
    method: 'put',
    path: '/custom-profile-fields/:name',
    summary: 'Replace a profile field',
    body: profileFieldDefinition,
    response: profileField,
    status: 200,
    permission: write,
    change,
    unknown: ['entity.not_found'],
  },
  delete: {
    method: 'delete',
    path: '/custom-profile-fields/:name',
    summary: 'Delete a profile field',
    status: 204,
    permission: write,
    change,
  },
  reorder: {
    method: 'post',
    path: '/custom-profile-fields/properties/sie-order',
    summary: 'Set the order of profile fields in the sign-up form',
    body: orderProfileFields,
    response: z.array(profileField),
    status: 200,
    permission: write,
    change,
    errors: [
      'custom_profile_fields.conflicted_sie_order',
      'custom_profile_fields.entity_not_exists_with_names',
    ],
  },
});
