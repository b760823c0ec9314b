import { applications, applicationTypes } from '@gatehouse/contract/applications.ts';
import { type AuditKey, auditKeys, visibleAuditPrefixes } from '@gatehouse/contract/audit.ts';
import { users } from '@gatehouse/contract/users.ts';
import { Combobox, type ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { useRead } from '../../api.ts';
import { useT, useTranslation } from '../../phrases.tsx';
import { ApplicationPicker } from '../../pickers/application-picker.tsx';
import { UserPicker } from '../../pickers/user-picker.tsx';
import type { Filter } from '../../templates/list-address.ts';
import { loadLogWords, useLogWords } from '../../templates/log-words.ts';
import { nameOfPerson } from '../../templates/person.tsx';
import { queryOfTimeRange, TimeRangeFilter } from '../../templates/time-range-filter.tsx';

type FilterProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** A picker of one thing, whose id is in the address. */
const pickOne = ({ value, onChange }: FilterProps, label: string | undefined) => ({
  isSingle: true,
  value: value ? [{ value, label: label ?? value }] : [],
  onChange: (options: ComboboxOption[]) => onChange(options.at(-1)?.value),
});

const UserFilter = (props: FilterProps) => {
  const t = useT();
  const userId = props.value ?? '';
  const { data: user } = useRead(
    users.read,
    { params: { userId } },
    { enabled: userId !== '', hideErrors: true },
  );
  return <UserPicker {...pickOne(props, user && nameOfPerson(user))} label={t('audit_logs.any_user')} />;
};

const ApplicationFilter = (props: FilterProps) => {
  const t = useT();
  const id = props.value ?? '';
  const { data } = useRead(applications.read, { params: { id } }, { enabled: id !== '', hideErrors: true });
  return (
    <ApplicationPicker
      {...pickOne(props, data?.name)}
      types={[...applicationTypes]}
      label={t('audit_logs.any_application')}
    />
  );
};

const shownKeys = auditKeys.filter(key => visibleAuditPrefixes.some(prefix => key.startsWith(prefix)));

/** Finds an event by what it means, or by its key. */
export const EventFilter = (props: FilterProps) => {
  const t = useT();
  const { language } = useTranslation();
  const say = useLogWords();
  const words = props.value && say(props.value as AuditKey);
  return (
    <Combobox
      {...pickOne(props, words)}
      label={t('audit_logs.any_event')}
      placeholder={t('audit_logs.any_event')}
      search={async query => {
        const wanted = query.toLowerCase();
        // The user may type before the phrases are loaded.
        const describe = await loadLogWords(language);
        return shownKeys
          .map(key => ({ value: key, label: describe(key), detail: key }))
          .filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted));
      }}
    />
  );
};

/** Filters shared by the lists of sign-ins and events. */
export const useSharedFilters = (): Filter[] => {
  const t = useT();
  return [
    {
      name: 'user',
      queryName: 'userId',
      label: t('logs.user'),
      control: (value, onChange) => <UserFilter value={value} onChange={onChange} />,
    },
    {
      name: 'application',
      queryName: 'applicationId',
      label: t('logs.application'),
      control: (value, onChange) => <ApplicationFilter value={value} onChange={onChange} />,
    },
    {
      name: 'time',
      label: t('logs.time'),
      query: queryOfTimeRange,
      control: (value, onChange) => <TimeRangeFilter value={value} onChange={onChange} />,
    },
  ];
};
