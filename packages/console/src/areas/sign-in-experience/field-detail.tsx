import { customProfileFields } from '@gatehouse/contract/profile-field-rows.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { TextCursorInput } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { useDeleteField } from './use-delete-field.ts';

export const ProfileFieldDetail = () => {
  const t = useT();
  return (
    <EntityDetail
      row={customProfileFields.read}
      words="profile_fields"
      nameOf={({ label, name }) => label || name}
      listHref={paths.signInExperience('collect-user-profile')}
      tabs={[]}
      tabHref={paths.profileField}
      historyKind="custom-profile-field"
      deletion={useDeleteField()}
      page={({ name, type }) => ({
        icon: <TextCursorInput />,
        copyableId: name,
        tags: <Tag>{t(`profile_fields.types.${type}`)}</Tag>,
      })}
    />
  );
};
