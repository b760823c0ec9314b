import { users } from '@gatehouse/contract/users.ts';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { nameOfPerson } from './person.tsx';

/** The display name of a user, also of a deleted one. The ID if the name is unknown. */
export const UserName = ({ id }: { id: string }) => {
  const t = useT();
  const { data, error } = useRead(users.read, { params: { userId: id } }, { hideErrors: true });
  if (error instanceof HttpError && error.status === 404)
    return (
      <Text tone="soft">
        <span title={id}>{t('history.deleted_user')}</span>
      </Text>
    );
  if (error) return <Text isMono>{id}</Text>;
  return data && nameOfPerson(data);
};
