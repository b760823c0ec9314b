import { developmentMailbox, type KeptMessage } from '@gatehouse/contract/development-mailbox.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Inbox, RotateCw } from 'lucide-react';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { nameOfUse } from './name-of-use.ts';

const shownCount = 20;

/** Messages that a development connector kept instead of sending. */
export const KeptMessages = ({ channel }: { channel: KeptMessage['channel'] }) => {
  const t = useT();
  const { data, refetch, failure } = useReadOrFailure(developmentMailbox.list, {
    query: { channel },
    page: 1,
    pageSize: shownCount,
  });
  return (
    <>
      <Row justify="end">
        <Button size="small" icon={<RotateCw />} onClick={() => void refetch()}>
          {t('connectors.kept.refresh')}
        </Button>
      </Row>
      <DataTable
        label={t('connectors.kept.title')}
        rows={data?.[0]}
        error={failure}
        skeletonRows={2}
        rowKey={({ id }) => String(id)}
        rowName={({ recipient }) => recipient}
        empty={<EmptyState icon={<Inbox aria-hidden />}>{t('connectors.kept.empty')}</EmptyState>}
        columns={[
          {
            id: 'recipient',
            header: t('connectors.kept.recipient'),
            cell: ({ recipient, templateType }: KeptMessage) => (
              <EntityName name={recipient} detail={nameOfUse(t, templateType)} />
            ),
          },
          {
            id: 'content',
            header: t('connectors.kept.content'),
            cell: ({ payload }: KeptMessage) => (
              <CopyText text={String(payload.code ?? payload.link ?? '')} />
            ),
          },
          {
            id: 'time',
            header: t('connectors.kept.time'),
            cell: ({ createdAt }: KeptMessage) => <DateText value={createdAt} as="ago" />,
          },
        ]}
      />
    </>
  );
};
