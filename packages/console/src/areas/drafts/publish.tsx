import { type Draft, type DraftDiff, drafts } from '@gatehouse/contract/drafts.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { refreshConfiguration } from './trial.tsx';
import { TrialDialog } from './trial-dialog.tsx';

type PublishProps = { draft: Draft; diff: DraftDiff };

/** Publishes exactly what is shown: the server refuses it if the draft has other effects by then. */
export const Publish = ({ draft: { id: draftId, schedule }, diff }: PublishProps) => {
  const t = useT();
  const toast = useToast();
  const confirm = useConfirm();
  const { mayWrite } = useAbilities();
  const publish = useWrite(drafts.publish);
  const [dialog, setDialog] = useState<'trial' | 'schedule'>();
  const { objects, failure, fingerprint, approval } = diff;
  const overwrite = objects.some(({ conflict }) => conflict);
  const start = async () => {
    const [isConfirmed] = await confirm({
      title: t('drafts.publish_title'),
      body: t(overwrite ? 'drafts.publish_overwrite' : 'drafts.publish_text'),
      confirmLabel: t('drafts.publish'),
      isDanger: overwrite,
    });
    if (!isConfirmed) return;
    await publish.mutateAsync({ params: { id: draftId }, body: { fingerprint, overwrite } }).then(
      () => toast.success(t('drafts.published')),
      () => undefined,
    );
    // Also after a refusal.
    await refreshConfiguration();
  };
  if (schedule) return null;
  const isUnapproved = approval === 'needed';
  const reason = isUnapproved ? t('drafts.approval.needed') : undefined;
  const state = {
    disabled: !mayWrite || failure !== undefined || isUnapproved,
    title: mayWrite ? reason : t('permission.no_write'),
  };
  const publication = {
    draftId,
    fingerprint,
    overwrite,
    onClose: () => setDialog(undefined),
    onPublished: refreshConfiguration,
  };
  return (
    <Row justify="between">
      <Text tone="soft">{t('drafts.publish_text')}</Text>
      <Row>
        <Button {...state} onClick={() => setDialog('schedule')}>
          {t('drafts.schedule.start')}
        </Button>
        <Button {...state} onClick={() => setDialog('trial')}>
          {t('drafts.trial.start')}
        </Button>
        <Button {...state} variant="primary" isLoading={publish.isPending} onClick={() => void start()}>
          {t('drafts.publish')}
        </Button>
      </Row>
      {dialog === 'trial' && <TrialDialog publication={publication} />}
      {dialog === 'schedule' && <ScheduleDialog publication={publication} />}
    </Row>
  );
};
