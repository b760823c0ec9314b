import { type Log, logResults, logs } from '@gatehouse/contract/logs.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { ScrollText } from 'lucide-react';
import { useT } from '../phrases.tsx';
import { ApplicationName } from './application-name.tsx';
import { EntityList } from './entity-list.tsx';
import { useLogWords } from './log-words.ts';

/** Entries of the audit log about one thing, newest first. */
export const LogList = ({
  query,
  logHref,
}: {
  query: Record<string, string>;
  logHref: (id: string) => string;
}) => {
  const t = useT();
  const describe = useLogWords();
  return (
    <EntityList
      row={logs.list}
      query={query}
      words="logs"
      icon={ScrollText}
      isTab
      nameOf={({ key }) => describe(key)}
      rowHref={({ id }) => logHref(id)}
      columns={[
        {
          id: 'event',
          header: t('logs.event'),
          cell: ({ key }: Log) => <EntityName name={describe(key)} detail={key} />,
        },
        {
          id: 'result',
          header: t('logs.result'),
          cell: ({ payload }: Log) => <LogResult payload={payload} />,
        },
        {
          id: 'application',
          header: t('logs.application'),
          cell: ({ payload }: Log) => payload.applicationId && <ApplicationName id={payload.applicationId} />,
        },
        {
          id: 'time',
          header: t('logs.time'),
          cell: ({ createdAt }: Log) => <DateText value={createdAt} as="moment" />,
        },
      ]}
    />
  );
};

export const LogResult = ({ payload: { result } }: Pick<Log, 'payload'>) => {
  const t = useT();
  const [success] = logResults;
  return <Tag tone={result === success ? 'success' : 'danger'}>{t(`logs.results.${result}`)}</Tag>;
};
