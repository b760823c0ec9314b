import { type Draft, drafts } from '@gatehouse/contract/drafts.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Outlet } from '@tanstack/react-router';
import { Diff } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { nameColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteDraft } from './delete.ts';
import { DraftState } from './state.tsx';

export const DraftList = () => {
  const t = useT();
  const deletion = useDeleteDraft();
  return (
    <>
      <EntityList
        row={drafts.list}
        words="drafts"
        icon={Diff}
        create={{ href: paths.createDraft() }}
        rowHref={({ id }) => paths.draft(id)}
        deletion={deletion}
        bulk={[deletion.many]}
        columns={[
          nameColumn(t('general.name'), { icon: () => <Diff /> }),
          {
            id: 'state',
            header: t('drafts.state'),
            cell: (draft: Draft) => <DraftState draft={draft} />,
          },
          {
            id: 'created',
            header: t('drafts.created_at'),
            cell: ({ createdAt }: Draft) => <DateText value={createdAt} />,
          },
        ]}
      />
      <Outlet />
    </>
  );
};
