import { Callout } from '@gatehouse/ui/callout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { PageNotice } from '@gatehouse/ui/page-header.tsx';
import { useT } from '../phrases.tsx';

/** The way to the place where the configuration can be changed. */
export const ManagedNotice = ({ repository }: { repository: string }) => {
  const t = useT();
  const [before, after] = t('managed.text', { repository: '\u0000' }).split('\u0000');
  return (
    <PageNotice>
      <Callout tone="warning" title={t('managed.title')}>
        {before}
        <TextLink href={repository} target="_blank">
          <bdi dir="ltr">{repository}</bdi>
        </TextLink>
        {after}
      </Callout>
    </PageNotice>
  );
};
