import { type Draft, drafts } from '@gatehouse/contract/drafts.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';

/** When a draft is published, and how to stop that. */
export const Schedule = ({ draft: { id, schedule } }: { draft: Draft }) => {
  const t = useT();
  const toast = useToast();
  const { mayWrite } = useAbilities();
  const cancel = useWrite(drafts.cancelSchedule);
  if (!schedule) return null;
  return (
    <Callout
      title={t(schedule.trial ? 'drafts.schedule.waits_on_trial' : 'drafts.schedule.waits')}
      action={
        mayWrite && (
          <Button
            size="small"
            isLoading={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { params: { id } },
                { onSuccess: () => toast.success(t('drafts.schedule.canceled')) },
              )
            }
          >
            {t('drafts.schedule.cancel')}
          </Button>
        )
      }
    >
      <Text size="small">
        <DateText value={schedule.at} as="second" />
      </Text>
    </Callout>
  );
};
