import type { Draft } from '@gatehouse/contract/drafts.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useT } from '../../phrases.tsx';

export const DraftState = ({ draft: { publishedAt } }: { draft: Draft }) => {
  const t = useT();
  return publishedAt === null ? (
    <Tag tone="accent">{t('drafts.is_open')}</Tag>
  ) : (
    <Tag tone="success">{t('drafts.is_published')}</Tag>
  );
};
