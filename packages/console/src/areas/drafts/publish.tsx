import { type DraftDiff, drafts } from '@gatehouse/contract/drafts.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { refreshConfiguration } from './trial.tsx';
import { TrialDialog } from './trial-dialog.tsx';

/** Publishes exactly what is shown: the server refuses it if the draft has other effects by then. */
export const Publish = ({ draftId, diff }: { draftId: string; diff: DraftDiff }) => {
  const t = useT();
  const toast = useToast();
  const confirm = useConfirm();
  const { mayWrite } = useAbilities();
  const publish = useWrite(drafts.publish);
  const [isTrying, setIsTrying] = useState(false);
  const { objects, failure, fingerprint } = diff;
  const overwrites = objects.some(({ conflict }) => conflict);
  const start = async () => {
    const [isConfirmed] = await confirm({
      title: t('drafts.publish_title'),
      body: t(overwrites ? 'drafts.publish_overwrite' : 'drafts.publish_text'),
      confirmLabel: t('drafts.publish'),
      isDanger: overwrites,
    });
    if (!isConfirmed) return;
    await publish.mutateAsync({ params: { id: draftId }, body: { fingerprint, overwrite: overwrites } }).then(
      () => toast.success(t('drafts.published')),
      () => undefined,
    );
    // Also after a refusal.
    await refreshConfiguration();
  };
  const state = {
    disabled: !mayWrite || failure !== undefined,
    title: mayWrite ? undefined : t('permission.no_write'),
  };
  return (
    <Row justify="between">
      <Text tone="soft">{t('drafts.publish_text')}</Text>
      <Row>
        <Button {...state} onClick={() => setIsTrying(true)}>
          {t('drafts.trial.start')}
        </Button>
        <Button {...state} variant="primary" isLoading={publish.isPending} onClick={() => void start()}>
          {t('drafts.publish')}
        </Button>
      </Row>
      {isTrying && (
        <TrialDialog
          draftId={draftId}
          fingerprint={fingerprint}
          overwrite={overwrites}
          onClose={() => setIsTrying(false)}
          onPublished={refreshConfiguration}
        />
      )}
    </Row>
  );
};
