import { type Draft, type DraftDiff, drafts } from '@gatehouse/contract/drafts.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useAccount } from '../../session/account.ts';

/** The members that have approved the differences shown, and the button to do so. */
export const Approval = ({ draft: { id }, diff }: { draft: Draft; diff: DraftDiff }) => {
  const t = useT();
  const toast = useToast();
  const own = useAccount().data?.id;
  const approve = useWrite(drafts.approve);
  const withdraw = useWrite(drafts.withdrawApproval);
  const { approvals, approval, mayApprove, requests, failure, fingerprint } = diff;
  const given = approvals.find(({ author }) => author.id === own);
  const isOwn = requests.every(({ author }) => author.id === own);
  if (approval === 'notNeeded' && approvals.length === 0) return null;
  const params = { id };
  const canApprove = mayApprove && failure === undefined && !given?.isCurrent;
  return (
    <Callout
      tone={approval === 'given' ? 'success' : 'info'}
      title={t(`drafts.approval.is_${approval === 'given' ? 'given' : 'needed'}`)}
      action={
        canApprove ? (
          <Button
            size="small"
            variant={approval === 'given' ? 'secondary' : 'primary'}
            isLoading={approve.isPending}
            onClick={() =>
              approve.mutate(
                { params, body: { fingerprint } },
                { onSuccess: () => toast.success(t('drafts.approval.approved')) },
              )
            }
          >
            {t('drafts.approval.approve')}
          </Button>
        ) : (
          given?.isCurrent && (
            <Button
              size="small"
              isLoading={withdraw.isPending}
              onClick={() =>
                withdraw.mutate(
                  { params },
                  { onSuccess: () => toast.success(t('drafts.approval.withdrawn')) },
                )
              }
            >
              {t('drafts.approval.withdraw')}
            </Button>
          )
        )
      }
    >
      <Stack gap={1}>
        {approval === 'needed' && isOwn && <Text size="small">{t('drafts.approval.by_others')}</Text>}
        {approval === 'needed' && !isOwn && !mayApprove && (
          <Text size="small">{t('drafts.approval.beyond_role')}</Text>
        )}
        {approvals.map(({ author, createdAt, isCurrent }) => (
          <Text key={author.id} size="small" tone={isCurrent ? undefined : 'soft'}>
            <bdi>{author.name ?? author.id}</bdi> · <DateText value={createdAt} as="second" />
            {!isCurrent && <> · {t('drafts.approval.outdated')}</>}
          </Text>
        ))}
      </Stack>
    </Callout>
  );
};
