import type { Draft } from '@gatehouse/contract/drafts.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

export const DraftState = ({
  draft: { publishedAt, trial, schedule, takenBack, isUndone },
}: {
  draft: Draft;
}) => {
  const t = useT();
  if (schedule) return <Tag tone="accent">{t('drafts.is_scheduled')}</Tag>;
  if (isUndone || (publishedAt === null && takenBack))
    return (
      <Tag tone="danger">
        {t(takenBack?.reason === 'notPublished' ? 'drafts.is_not_published' : 'drafts.is_undone')}
      </Tag>
    );
  if (publishedAt === null) return <Tag tone="accent">{t('drafts.is_open')}</Tag>;
  if (trial) return <Tag tone="warning">{t('drafts.is_on_trial')}</Tag>;
  return <Tag tone="success">{t('drafts.is_published')}</Tag>;
};
