import { sentinelActivities } from '@gatehouse/contract/sentinel.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { TagInput } from '@gatehouse/ui/tag-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../session/report-errors.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** Lets people try again before their time is over. */
export const Unblock = () => {
  const t = useT();
  const toast = useToast();
  const [targets, setTargets] = useState<string[]>([]);
  const unblock = useWrite(sentinelActivities.delete, { hideErrors: true });
  const run = async () => {
    await unblock.mutateAsync({ body: { targetType: 'User', targets } });
    toast.success(t('security.unblocked', { count: targets.length }));
    setTargets([]);
  };
  return (
    <>
      <Field
        label={t('security.unblock_label')}
        help={t('security.unblock_label_help')}
        error={unblock.error && describeFailure(unblock.error, t)}
      >
        <TagInput value={targets} onChange={setTargets} placeholder={t('security.unblock_placeholder')} />
      </Field>
      <div>
        <WriteButton
          row={sentinelActivities.delete}
          disabled={targets.length === 0}
          isLoading={unblock.isPending}
          onClick={() => void run().catch(() => undefined)}
        >
          {t('security.unblock')}
        </WriteButton>
      </div>
    </>
  );
};
