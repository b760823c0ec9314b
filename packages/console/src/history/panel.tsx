import { type Change, type ChangedField, changes } from '@gatehouse/contract/changes.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Drawer } from '@gatehouse/ui/drawer.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Timeline } from '@gatehouse/ui/timeline.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { History, Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../api.ts';
import { useSpeech, useT } from '../phrases.tsx';
import { describeFailure } from '../shell/report-errors.tsx';

const icons = { create: <Plus />, update: <Pencil />, delete: <Trash2 /> };
const step = 20;

/** Who changed what and when, field by field; a change can be undone. */
export const HistoryPanel = ({ kind, id, onClose }: { kind: string; id: string; onClose: () => void }) => {
  const { t, language } = useSpeech();
  const [pageSize, setPageSize] = useState(step);
  const { data, error, refetch } = useRead(
    changes.list,
    { query: { objectKind: kind, objectId: id }, page: 1, pageSize },
    { hideErrors: true, keepPrevious: true },
  );
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const [items, total] = data ?? [];
  return (
    <Drawer isOpen onClose={onClose} title={t('history.title')}>
      {error && <ErrorPanel message={describeFailure(error, t)} onRetry={() => void refetch()} />}
      {!items && !error && <DelayedLoading />}
      {items?.length === 0 && <EmptyState icon={<History aria-hidden />}>{t('history.empty')}</EmptyState>}
      {items && items.length > 0 && (
        <Timeline
          entries={items.map(change => ({
            id: change.id,
            title: titleOf(change, t),
            when: when.format(change.createdAt),
            dateTime: new Date(change.createdAt).toISOString(),
            icon: change.reverts ? <Undo2 /> : icons[change.summary],
            content: <ChangedFields fields={change.fields} />,
            action: <RevertButton change={change} />,
          }))}
        />
      )}
      {items && total !== undefined && total > items.length && pageSize < 100 && (
        <Button variant="quiet" onClick={() => setPageSize(pageSize + step)}>
          {t('history.show_more')}
        </Button>
      )}
    </Drawer>
  );
};

const titleOf = (change: Change, t: ReturnType<typeof useT>) => {
  const verbs = { create: 'history.created', update: 'history.updated', delete: 'history.deleted' } as const;
  const what = change.reverts ? t('history.is_revert') : t(verbs[change.summary]);
  const actor = change.actor.kind === 'system' ? t('history.system') : (change.actor.name ?? change.actor.id);
  return `${what} ${t('history.by', { actor })}`;
};

const ChangedFields = ({ fields }: { fields: readonly ChangedField[] }) => {
  const t = useT();
  return (
    <KeyValueList
      items={fields.map(({ name, before, after }) => ({
        key: name,
        value: (
          <>
            {before !== undefined && (
              <Text tone="faint" isMono>
                <del>{show(before) ?? t('history.nothing')}</del>
              </Text>
            )}{' '}
            {after !== undefined && <Text isMono>{show(after) ?? t('history.nothing')}</Text>}
          </>
        ),
      }))}
    />
  );
};

const show = (value: unknown) => {
  if (value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const RevertButton = ({ change }: { change: Change }) => {
  const t = useT();
  const toast = useToast();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const revert = useWrite(changes.revert);
  if (change.revertedBy) return <Tag>{t('history.already_reverted')}</Tag>;
  if (!change.isRevertible) return <Text tone="faint">{t('history.not_revertible')}</Text>;

  const undo = async () => {
    const [isConfirmed] = await confirm({
      title: t('history.revert_title'),
      body: t('history.revert_text'),
      confirmLabel: t('history.revert'),
    });
    if (!isConfirmed) return;
    await revert.mutateAsync({ params: { id: change.id } }).then(
      async () => {
        await queryClient.invalidateQueries({ queryKey: ['management'] });
        toast.success(t('history.reverted'));
      },
      () => undefined,
    );
  };
  return (
    <Button size="small" icon={<Undo2 />} onClick={() => void undo()} isLoading={revert.isPending}>
      {t('history.revert')}
    </Button>
  );
};
