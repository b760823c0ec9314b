import { applications } from '@gatehouse/contract/applications.ts';
import { accountCenterApplicationId, demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';

/** Built-in applications, which are not in the tenant's list. */
const builtIn = [accountCenterApplicationId, demoApplicationId] as const;

/** The name of an application, or its ID if it was deleted. */
export const ApplicationName = ({ id }: { id: string }) => {
  const t = useT();
  const known = builtIn.find(each => each === id);
  const { data, error } = useRead(
    applications.read,
    { params: { id } },
    { enabled: !known, hideErrors: true },
  );
  if (known) return t(`built_in_applications.${known}`);
  if (error) return <Text isMono>{id}</Text>;
  return data?.name;
};
