import { applications } from '@gatehouse/contract/applications.ts';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRead } from '../api.ts';

/** What an application is called; its id where it is gone. */
export const ApplicationName = ({ id }: { id: string }) => {
  const { data, error } = useRead(applications.read, { params: { id } }, { hideErrors: true });
  if (error) return <Text isMono>{id}</Text>;
  return data?.name;
};
