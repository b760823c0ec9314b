import { dataEvents, eventSubjects } from '@gatehouse/contract/entities.ts';
import { exceptionHookEvents, type HookEvent, interactionHookEvents } from '@gatehouse/contract/events.ts';
import type { Hook } from '@gatehouse/contract/hooks.ts';
import { CheckList } from '@gatehouse/ui/check-list.tsx';
import { useT } from '../../phrases.tsx';

/** Older webhooks have one event, in its own field. */
export const eventsOf = ({ events, event }: Pick<Hook, 'events' | 'event'>): HookEvent[] =>
  events.length > 0 || !event ? events : [event];

const groups = [
  { id: 'Interaction', events: interactionHookEvents },
  ...eventSubjects.map(id => ({ id, events: dataEvents.filter(event => event.startsWith(`${id}.`)) })),
  { id: 'Exception', events: exceptionHookEvents },
] as const;

type Word<Event extends string> = Event extends `${infer Head}.${infer Rest}`
  ? `${Head}_${Word<Rest>}`
  : Event;

/** The description of an event. */
export const useEventWords = () => {
  const t = useT();
  return (event: HookEvent) => t(`webhooks.events.${event.replaceAll('.', '_') as Word<HookEvent>}`);
};

/** All events to choose from, by what they are about. */
export const useEventGroups = () => {
  const t = useT();
  const describe = useEventWords();
  return groups.map(({ id, events }) => ({
    id,
    title: t(`webhooks.groups.${id}`),
    options: events.map(event => ({ value: event, label: describe(event), detail: event })),
  }));
};

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
