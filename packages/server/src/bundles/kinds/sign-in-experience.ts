import { defaultSignInExperience } from '@gatehouse/contract/sign-in-defaults.ts';
import { signInExperience as entity, signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { z } from 'zod';
import { loadSignInExperience } from '../../domain/sign-in-experience.ts';
import { defineKind, type Fields } from '../kind.ts';

/** The files of a custom UI are uploaded to a tenant, and are in no bundle. */
const left = ['tenantId', 'id', 'customUiAssets'];

const shape = signInExperienceRows.update.body.shape as Record<string, z.ZodType>;

/** As the API takes it; what a file leaves out is as in a new tenant. */
const schema = z.strictObject(
  Object.fromEntries(
    Object.entries(shape)
      .filter(([name]) => !left.includes(name))
      .map(([name, field]) => [name, withDefault(field, (defaultSignInExperience as Fields)[name])]),
  ),
) as unknown as z.ZodType<Fields>;

function withDefault(field: z.ZodType, value: unknown) {
  return value === undefined ? field : field.default(value as never);
}

export const signInExperience = defineKind<Fields>({
  folder: 'sign-in-experience',
  entity: 'sign-in-experience',
  isSingle: true,
  schema,

  async read({ db }) {
    const experience = (await loadSignInExperience(db)) as Fields;
    const { enabledAt: _, ...expiration } = experience.passwordExpiration as Fields;
    const fields = Object.fromEntries(
      Object.keys(entity.shape)
        .filter(name => !left.includes(name))
        .map(name => [name, name === 'passwordExpiration' ? expiration : experience[name]]),
    );
    return [{ id: 'default', name: 'sign-in-experience', fields }];
  },

  async update({ call }, _id, fields) {
    await call('signInExperience', 'update', { body: fields as never });
  },
});
