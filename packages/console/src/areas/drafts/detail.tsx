import { drafts } from '@gatehouse/contract/drafts.ts';
import { Diff } from 'lucide-react';
import { paths } from '../../paths.ts';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { draftAddresses } from './addresses.ts';
import { useDeleteDraft } from './delete.ts';
import { DraftState } from './state.tsx';

export const DraftDetail = () => {
  const deletion = useDeleteDraft();
  return (
    <EntityDetail
      row={drafts.read}
      words="drafts"
      listHref={paths.drafts()}
      tabs={draftAddresses.at.draft.tabs}
      tabHref={paths.draft}
      historyKind="draft"
      deletion={deletion}
      page={draft => ({ icon: <Diff />, tags: <DraftState draft={draft} /> })}
    />
  );
};
