import { Avatar } from '@gatehouse/ui/avatar.tsx';
import type { Column } from '@gatehouse/ui/data-table-props.ts';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';

export type Person = {
  id: string;
  name: string | null;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  avatar: string | null;
};

/** The display name: not every user has a name. */
export const nameOfPerson = ({ name, username, primaryEmail, primaryPhone, id }: Person) =>
  name || username || primaryEmail || primaryPhone || id;

/** The identifier of a user, unless it is the display name. */
export const identifierOf = (person: Person) => {
  const { username, primaryEmail, primaryPhone } = person;
  return (
    [primaryEmail, username, primaryPhone].find(each => each && each !== nameOfPerson(person)) ?? undefined
  );
};

export const personColumn = (header: string): Column<Person> => ({
  id: 'name',
  header,
  cell: person => (
    <EntityName
      icon={<Avatar name={nameOfPerson(person)} src={person.avatar} size={32} />}
      name={nameOfPerson(person)}
      detail={identifierOf(person)}
    />
  ),
});
