import type { Params, Row } from '@gatehouse/contract/endpoint.ts';
import type { PhraseValues } from '@gatehouse/phrases/translate.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Trash2 } from 'lucide-react';
import { type DoorName, paramsOf, refreshAfter, useWrite, writeMany } from '../api.ts';
import { useT, useWords, type Words } from '../phrases.tsx';
import { HttpError, type Input } from '../request.ts';
import { useAbilities } from '../session/abilities.ts';
import type { BulkRun } from './bulk-bar.tsx';

type DeletionOptions<R extends Row, Item> = {
  row: R;
  door?: DoorName;
  params: (item: Item) => Params<R>;
  /** For those that may lack a name. */
  nameOf?: (item: Item) => string;
  /** Things that others depend on are deleted only by those who can type their name. */
  mustTypeName?: boolean;
  /** Values of the confirmation texts, in addition to the name. */
  values?: (item: Item) => PhraseValues;
  /** False for what belongs to the product. */
  isAllowed?: (item: Item) => boolean;
} & (
  | { verb?: 'delete'; words: Words<'delete_title' | 'delete_text' | 'deleted'> }
  /** Removes something from something else; it continues to exist. */
  | { verb: 'remove'; words: Words<'remove_title' | 'remove_text' | 'removed'> }
);

export type Deletion<Item> = {
  label: string;
  isAllowed: (item: Item) => boolean;
  /** Why this person may not. */
  refusal?: string;
  /** On the page of the thing itself, `leave` opens another one. */
  start: (item: Item, leave?: () => void) => Promise<void>;
  /** For several at once; those that are not allowed are left out. */
  many: BulkRun<Item>;
};

/** If another administrator already deleted it, the result is the same. */
const goneCodes = ['entity.not_found', 'entity.not_exists', 'entity.not_exists_with_id'];
const isGone = (error: Error) => error instanceof HttpError && goneCodes.includes(error.code ?? '');

/** Says what will happen, does it, says that it happened. A failure has been reported where requests are. */
export const useDelete = <R extends Row, Item extends { name: string | null }>({
  row,
  door,
  params,
  nameOf = ({ name }) => name ?? '',
  mustTypeName,
  values,
  isAllowed = () => true,
  verb = 'delete',
  words,
}: DeletionOptions<R, Item>): Deletion<Item> => {
  const t = useT();
  const say = useWords(words);
  const confirm = useConfirm();
  const toast = useToast();
  const write = useWrite(row, { door, ignoredCodes: goneCodes });
  const writeAndLeave = useWrite(row, { door, ignoredCodes: goneCodes, isLeaving: true });
  const { mayDo } = useAbilities();
  const refusal = door || mayDo(row) ? undefined : t('permission.no_delete');
  const label = t(`general.${verb}`);
  const start = async (item: Item, leave?: () => void) => {
    const name = nameOf(item);
    const [isConfirmed] = await confirm({
      title: say(`${verb}_title`, { name }),
      body: say(`${verb}_text`, { name, ...values?.(item) }),
      confirmLabel: label,
      isDanger: true,
      nameToType: mustTypeName ? name : undefined,
    });
    if (!isConfirmed) return;
    const input = { params: params(item) } as unknown as Input<R>;
    const isDone = await (leave ? writeAndLeave : write).mutateAsync(input).then(
      () => true,
      async (error: Error) => {
        if (!isGone(error)) return false;
        await refreshAfter(row, door, leave && paramsOf(input));
        return true;
      },
    );
    if (!isDone) return;
    toast.success(say(`${verb}d`, { name }));
    leave?.();
  };
  const many: BulkRun<Item> = {
    label,
    icon: <Trash2 />,
    isDanger: true,
    isAllowed,
    mustTypeCount: mustTypeName,
    text: t(`bulk.${verb}_text`),
    run: (items, onProgress) =>
      writeMany(
        row,
        items.map(item => ({ params: params(item) }) as unknown as Input<R>),
        onProgress,
        { door },
      ),
  };
  return { label, isAllowed, refusal, start, many };
};
