import type { ProfileField } from '@gatehouse/contract/custom-profile-fields.ts';
import { customProfileFields } from '@gatehouse/contract/profile-field-rows.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteField = () =>
  useDelete({
    row: customProfileFields.delete,
    params: ({ name }: ProfileField) => ({ name }),
    words: 'profile_fields',
  });
