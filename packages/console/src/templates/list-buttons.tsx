import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGoTo } from '../link.tsx';
import { useT, useWords, type Words } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { useWriteRefusal } from '../session/managed.ts';
import { useKey } from '../use-key.ts';

export type DrawDialog = (onClose: () => void) => ReactNode;

export type ListButtons = {
  /** The main button (and `n`): opens a page or a dialog. */
  create?: { label?: string } & ({ href: string } | { dialog: DrawDialog });
  /** Further buttons, each with its dialog. */
  actions?: readonly { label: string; icon: ReactNode; dialog: DrawDialog }[];
};

/** Adding to a list takes the permission to write what it shows. Lists of other things are not created from. */
const writingOf = ({ permission }: Row) => permission.replace(/:read$/, ':write') as ManagementPermission;

/** The main button, which `n` presses, and the others beside it. */
export const useListButtons = (
  { words, row, create, actions = [] }: ListButtons & { words: Words<'count' | 'empty'>; row: Row },
  onDialog: (draw: DrawDialog) => void,
) => {
  const t = useT();
  const say = useWords(words);
  const goTo = useGoTo();
  const { mayDo } = useAbilities();
  const mayAdd = mayDo({ method: 'post', path: row.path, permission: writingOf(row) });
  const reason = useWriteRefusal();
  const refusal = reason && t(reason);
  const createRefusal = refusal ?? (mayAdd ? undefined : t('permission.no_write'));
  const startCreate = () => {
    if (!create || createRefusal) return;
    if ('href' in create) goTo(create.href);
    else onDialog(create.dialog);
  };
  useKey('n', startCreate);
  return {
    create: create && (
      <Button
        variant="primary"
        icon={<Plus />}
        kbd="N"
        onClick={startCreate}
        disabled={!!createRefusal}
        title={createRefusal}
      >
        {create.label ?? say('create')}
      </Button>
    ),
    actions: actions.map(({ label, icon, dialog }) => (
      <Button key={label} icon={icon} onClick={() => onDialog(dialog)} disabled={!!refusal} title={refusal}>
        {label}
      </Button>
    )),
  };
};
