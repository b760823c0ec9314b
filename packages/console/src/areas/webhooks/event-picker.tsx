import type { HookEvent } from '@gatehouse/contract/events.ts';
import { CheckList } from '@gatehouse/ui/check-list.tsx';
import { useT } from '../../phrases.tsx';
import { useEventGroups } from './events.ts';

type EventPickerProps = { value: HookEvent[]; onChange: (events: HookEvent[]) => void };

export const EventPicker = ({ value, onChange }: EventPickerProps) => {
  const t = useT();
  const groups = useEventGroups();
  const options = groups.flatMap(group => group.options);
  return (
    <CheckList
      value={options.filter(option => value.includes(option.value))}
      onChange={chosen => onChange(chosen.map(option => option.value as HookEvent))}
      groups={groups}
      searchPlaceholder={t('webhooks.search_events')}
      emptyText={t('webhooks.no_events')}
    />
  );
};
