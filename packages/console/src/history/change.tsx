import { type Change, type ChangedField, changes } from '@gatehouse/contract/changes.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { useWrite } from '../api.ts';
import { useT } from '../phrases.tsx';
import { nameOfRole } from '../session/member-role.ts';
import { useFieldNames } from './field-names.ts';

const icons = { create: <Plus />, update: <Pencil />, delete: <Trash2 /> };

export const ChangeIcon = ({ change: { reverts, summary } }: { change: Change }) =>
  reverts ? <Undo2 /> : icons[summary];

const verbs = { create: 'history.created', update: 'history.updated', delete: 'history.deleted' } as const;

/** The action of a change, as text. */
export const actionOfChange = ({ reverts, summary }: Change, t: ReturnType<typeof useT>) =>
  reverts ? t('history.is_revert') : t(verbs[summary]);

/** The action of a change, and the person or application that made it. */
export const titleOfChange = (change: Change, t: ReturnType<typeof useT>) =>
  [actionOfChange(change, t), nameOfActor(change, t), ...roleOfActor(change, t)].join(' · ');

/** Administrators are the usual case, and go without saying. */
const roleOfActor = ({ actor: { role } }: Change, t: ReturnType<typeof useT>) =>
  role === null || role === 'admin' ? [] : [nameOfRole({ id: role, name: role }, t)];

export const nameOfActor = ({ actor, isErased }: Change, t: ReturnType<typeof useT>) => {
  if (actor.kind === 'system') return t('history.system');
  if (actor.kind === 'user' && actor.name === null && isErased) return t('history.deleted_user');
  return actor.name ?? actor.id;
};

/** The name of the changed object, if it has or had one. */
export const nameOfObject = (
  { objectKind, objectName, isErased }: Change,
  t: ReturnType<typeof useT>,
): string | undefined => {
  const isUser = objectKind === 'user' || objectKind === 'users';
  return objectName ?? (isUser && isErased ? t('history.deleted_user') : undefined);
};

/** The fields of one object, by the labels of its forms. Beside them stand the names that the API has. */
export const ChangedFields = ({ kind, fields }: { kind: string; fields: readonly ChangedField[] }) => {
  const labelOf = useFieldNames(kind);
  return (
    <KeyValueList
      isStacked
      items={fields
        .flatMap(innerFields)
        .filter(saysSomething)
        .map(({ name, before, after }) => ({
          key: labelOf(name) ?? withBreaks(name),
          detail: labelOf(name) && <bdi dir="ltr">{withBreaks(name)}</bdi>,
          value: (
            <>
              {before !== undefined && (
                <Text tone="faint" isMono>
                  <del>
                    <Value value={before} />
                  </del>
                </Text>
              )}{' '}
              {after !== undefined && (
                <Text isMono>
                  <Value value={after} />
                </Text>
              )}
            </>
          ),
        }))}
    />
  );
};

/** The nested fields that differ, because two lines of JSON are hard to compare. */
export const innerFields = (field: ChangedField): ChangedField[] => {
  const { name, before = {}, after = {} } = field;
  if (!isRecord(before) || !isRecord(after)) return [field];
  const names = Object.keys({ ...before, ...after });
  return names
    .filter(inner => JSON.stringify(before[inner]) !== JSON.stringify(after[inner]))
    .flatMap(inner => innerFields({ name: `${name}.${inner}`, before: before[inner], after: after[inner] }));
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A long name wraps where one of its words begins. */
const withBreaks = (name: string) => name.replaceAll(/(?=[A-Z.])/g, '\u200B');

const empties: unknown[] = ['null', '""', '{}', '[]'];

/** An empty field of a new object was never filled in. */
export const saysSomething = ({ before, after }: ChangedField) =>
  before !== undefined || !empties.includes(JSON.stringify(after));

/** Words read in their own direction; what is written for machines from left to right. */
const Value = ({ value }: { value: unknown }) => {
  const t = useT();
  if (value === null || value === '') return t('history.nothing');
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  return <bdi dir="ltr">{JSON.stringify(value)}</bdi>;
};

/** Private keys are not part of the history. */
const isSamlDeletion = ({ objectKind, summary, fields }: Change) =>
  objectKind === 'application' &&
  summary === 'delete' &&
  fields.some(({ name }) => name === 'samlApplicationSecrets');

export const RevertButton = ({ change }: { change: Change }) => {
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
      body: [t('history.revert_text'), ...(isSamlDeletion(change) ? [t('history.revert_saml')] : [])].join(
        ' ',
      ),
      confirmLabel: t('history.revert'),
    });
    if (!isConfirmed) return;
    await revert.mutateAsync({ params: { id: change.id } }).then(
      async () => {
        await queryClient.invalidateQueries({ queryKey: ['management'] });
        toast.success(t('history.reverted'), { actions: [] });
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
