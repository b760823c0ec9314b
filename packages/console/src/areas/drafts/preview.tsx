import { type DraftPreview, draftPreviewLimits, draftPreviews } from '@gatehouse/contract/draft-previews.ts';
import type { Draft } from '@gatehouse/contract/drafts.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Ban, Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { dateColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

/** The links by which testers see the sign-in pages with the draft. */
export const DraftPreviewLinks = () => {
  const t = useT();
  const { id, publishedAt } = useEntity<Draft>();
  const [isCreating, setIsCreating] = useState(false);
  const { data, failure } = useReadOrFailure(draftPreviews.list, { params: { id } });
  const menu = useMenu(id);
  if (publishedAt !== null) return <Callout tone="info" title={t('drafts.preview.published')} />;
  return (
    <FormSection title={t('drafts.preview.title')} help={t('drafts.preview.help')}>
      <DataTable
        label={t('drafts.preview.title')}
        rows={data}
        error={failure}
        rowKey={link => link.id}
        rowName={namesOf}
        skeletonRows={1}
        empty={<EmptyState icon={<Link2 aria-hidden />}>{t('drafts.preview.empty')}</EmptyState>}
        rowMenu={menu}
        columns={[
          { id: 'testers', header: t('drafts.preview.testers'), cell: link => <bdi>{namesOf(link)}</bdi> },
          dateColumn(t('general.created'), 'createdAt'),
          {
            id: 'expires',
            header: t('named_secrets.expires'),
            cell: ({ expiresAt }) => <DateText value={expiresAt} as="moment" />,
          },
        ]}
      />
      <Row>
        <WriteButton
          row={draftPreviews.create}
          icon={<Plus />}
          disabled={(data?.length ?? 0) >= draftPreviewLimits.links}
          onClick={() => setIsCreating(true)}
        >
          {t('drafts.preview.create')}
        </WriteButton>
      </Row>
      {isCreating && <PreviewDialog draftId={id} onClose={() => setIsCreating(false)} />}
    </FormSection>
  );
};

const namesOf = ({ testers }: DraftPreview) => testers.map(({ userId, name }) => name ?? userId).join(', ');

const useMenu = (id: string) => {
  const t = useT();
  const toast = useToast();
  const confirm = useConfirm();
  const { mayDo } = useAbilities();
  const revoke = useWrite(draftPreviews.revoke);
  const start = async (previewId: string) => {
    const [isConfirmed] = await confirm({
      title: t('drafts.preview.revoke_title'),
      body: t('drafts.preview.revoke_text'),
      confirmLabel: t('drafts.preview.revoke'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    revoke.mutate(
      { params: { id, previewId } },
      { onSuccess: () => toast.success(t('drafts.preview.revoked')) },
    );
  };
  return (link: DraftPreview) =>
    mayDo(draftPreviews.revoke)
      ? [
          {
            label: t('drafts.preview.revoke'),
            icon: <Ban />,
            isDanger: true,
            onSelect: () => void start(link.id),
          },
        ]
      : [];
};
