import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { ArrowRight, Copy, Trash2 } from 'lucide-react';
import { useGoTo } from '../link.tsx';
import { useT } from '../phrases.tsx';
import type { Deletion } from './use-delete.tsx';

/** Menu items that most lists share. */
export const useRowItems = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const copy = (id: string) => {
    void navigator.clipboard.writeText(id);
    toast.success(t('general.copied'));
  };
  return {
    open: (href: string): MenuItem => ({
      label: t('general.open'),
      icon: <ArrowRight />,
      onSelect: () => goTo(href),
    }),
    copyId: (id: string): MenuItem => ({
      label: t('general.copy_id'),
      icon: <Copy />,
      onSelect: () => copy(id),
    }),
  };
};

/** The last item of a menu; who may not delete reads there why. */
export const deletionItem = <Item,>(
  { label, refusal, start }: Pick<Deletion<Item>, 'label' | 'refusal' | 'start'>,
  item: Item,
  leave?: () => void,
): MenuItem => ({
  label,
  icon: <Trash2 />,
  isDanger: true,
  isDisabled: refusal !== undefined,
  detail: refusal,
  onSelect: () => void start(item, leave),
});
