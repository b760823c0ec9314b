import { type Log, logs } from '@gatehouse/contract/logs.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import type { PageTab } from '@gatehouse/ui/page-header.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ScrollText } from 'lucide-react';
import { send } from '../api.ts';
import { useT, type Words } from '../phrases.tsx';
import { ApplicationName } from './application-name.tsx';
import { EntityList, type EntityListProps } from './entity-list.tsx';
import { identifierOf } from './log-facts.tsx';
import { LogPanel } from './log-panel.tsx';
import { LogResult } from './log-result.tsx';
import { useLogWords } from './log-words.ts';
import { UserName } from './user-name.tsx';

type LogListProps = Pick<EntityListProps<typeof logs.list>, 'filters' | 'toolbar'> & {
  query?: Record<string, string>;
  /** As a separate page it also uses `title` and `subtitle`. Otherwise the list is a tab. */
  words?: Words<'count' | 'empty' | 'title' | 'subtitle'>;
  /** Says whom each entry is about. */
  hasUser?: boolean;
  tabs?: PageTab[];
  /** The page of an entry. */
  logHref: (id: string) => string;
};

/** Entries of the audit log, newest first. */
export const LogList = ({ words, hasUser, logHref, ...list }: LogListProps) => {
  const t = useT();
  const describe = useLogWords();
  return (
    <EntityList
      {...list}
      row={logs.list}
      words={words ?? 'logs'}
      icon={ScrollText}
      isTab={!words}
      isLive
      nameOf={({ key }) => describe(key)}
      readRow={id => send(logs.read, { params: { id } })}
      rowPanel={(log, moves) => <LogPanel log={log} href={logHref(log.id)} {...moves} />}
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
        ...(hasUser
          ? [
              {
                id: 'user',
                header: t('logs.user'),
                cell: ({ payload }: Log) =>
                  payload.userId ? (
                    <UserName id={payload.userId} />
                  ) : (
                    <Text tone="faint">{identifierOf(payload)}</Text>
                  ),
              },
            ]
          : []),
        {
          id: 'application',
          givesWay: true,
          header: t('logs.application'),
          cell: ({ payload }: Log) => payload.applicationId && <ApplicationName id={payload.applicationId} />,
        },
        {
          id: 'time',
          header: t('logs.time'),
          cell: ({ createdAt }: Log) => <DateText value={createdAt} as="second" />,
        },
      ]}
    />
  );
};
