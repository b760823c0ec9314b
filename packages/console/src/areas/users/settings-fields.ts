import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { z } from 'zod';
import { customDataText } from '../../templates/custom-data-field.tsx';
import type { useEditForm } from '../../templates/edit-form.tsx';
import { identifierFields } from './identifiers.ts';
import { profileForm } from './profile-form.ts';

export const settingsFields = z.object({
  ...identifierFields,
  ...profileForm,
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  name: z.string().max(128),
  avatar: clearableUrl,
  customData: customDataText,
});

export type SettingsForm = ReturnType<typeof useEditForm<z.infer<typeof settingsFields>>>;
