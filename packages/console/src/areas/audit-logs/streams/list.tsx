import { type LogStream, logStreams } from '@gatehouse/contract/log-streams.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Outlet } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { useT } from '../../../phrases.tsx';
import { nameColumn } from '../../../templates/columns.tsx';
import { EntityList } from '../../../templates/entity-list.tsx';
import { useAuditLogTabs } from '../tabs.ts';
import { useDeleteStream } from './delete.ts';
import { kindIcons, placeOf } from './kinds.tsx';
import { StreamState, useLagWords } from './status.tsx';

export const StreamList = () => {
  const t = useT();
  const tabs = useAuditLogTabs('streams');
  const deletion = useDeleteStream();
  const lagOf = useLagWords();
  return (
    <>
      <EntityList
        row={logStreams.list}
        words="audit_logs.streams"
        pageTitle={t('audit_logs.title')}
        icon={Cable}
        illustration={<Illustration of="streams" />}
        isLive
        tabs={tabs}
        create={{ href: paths.createLogStream() }}
        rowHref={({ id }) => paths.logStream(id)}
        deletion={deletion}
        columns={[
          nameColumn(t('audit_logs.streams.stream'), {
            icon: ({ config }: LogStream) => kindIcons[config.kind],
            detail: placeOf,
          }),
          {
            id: 'state',
            header: t('audit_logs.streams.state'),
            cell: (stream: LogStream) => <StreamState stream={stream} />,
          },
          {
            id: 'lag',
            header: t('audit_logs.streams.lag'),
            cell: ({ status }: LogStream) => <Text tone="soft">{lagOf(status)}</Text>,
          },
          {
            id: 'sent',
            header: t('audit_logs.streams.last_sent'),
            cell: ({ status: { lastSentAt } }: LogStream) =>
              lastSentAt === null ? t('general.never') : <DateText value={lastSentAt} as="ago" />,
          },
        ]}
      />
      <Outlet />
    </>
  );
};
