import { users } from '@gatehouse/contract/users.ts';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRead } from '../api.ts';
import { nameOfPerson } from './person.tsx';

/** What somebody is called; their id where they are gone. */
export const UserName = ({ id }: { id: string }) => {
  const { data, error } = useRead(users.read, { params: { userId: id } }, { hideErrors: true });
  if (error) return <Text isMono>{id}</Text>;
  return data && nameOfPerson(data);
};
