import { changes } from '@gatehouse/contract/changes.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useRead } from '../../../api.ts';
import { RevertButton } from '../../../history/change.tsx';
import { useT } from '../../../phrases.tsx';

/** The change that was just made, with its undo. */
export const Applied = ({ changeId }: { changeId: string }) => {
  const t = useT();
  const query = { objectKind: ['bundle'], objectId: changeId };
  const { data } = useRead(changes.list, { query, page: 1, pageSize: 1 });
  const [change] = data?.[0] ?? [];
  return (
    <Callout
      tone="success"
      title={t('configuration.applied')}
      action={change && <RevertButton change={change} />}
    />
  );
};
