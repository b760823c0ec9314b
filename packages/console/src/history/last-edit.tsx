import { changes } from '@gatehouse/contract/changes.ts';
import type { EntityKind } from '@gatehouse/contract/entities.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';
import { nameOfActor } from './change.tsx';

type LastEditProps = { kinds: readonly EntityKind[]; id: string };

/** The author and time of the latest change, for those who may see changes. */
export const LastEdit = ({ kinds, id }: LastEditProps) => {
  const t = useT();
  const input = {
    query: { objectKind: [...kinds], objectId: id, withBatches: 'true' },
    page: 1,
    pageSize: 1,
  };
  const [latest] = useRead(changes.list, input, { hideErrors: true }).data?.[0] ?? [];
  if (!latest) return null;
  return (
    <Text tone="faint" size="small">
      {t('history.edited', { name: nameOfActor(latest, t) })} · <DateText value={latest.createdAt} as="ago" />
    </Text>
  );
};
