import { lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react';
import { loadAreaPhrases } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { ControlContext } from '../session/managed.ts';

/** With its phrases: few people save to a draft. */
const DraftDialog = lazy(async () => {
  const [{ DraftDialog }] = await Promise.all([
    import('./draft-dialog.tsx'),
    loadAreaPhrases('console/drafts'),
  ]);
  return { default: DraftDialog };
});

type Save = () => Promise<unknown>;

type DraftDialogOptions = { isRefused?: boolean; onSaved?: () => void };

/** Asks for a draft and saves to it. */
export const useDraftDialog = ({ isRefused = false, onSaved }: DraftDialogOptions = {}) => {
  const [save, setSave] = useState<{ run: Save }>();
  const open = useCallback((run: Save) => setSave({ run }), []);
  const dialog: ReactNode = save && (
    <Suspense>
      <DraftDialog
        save={save.run}
        isRefused={isRefused}
        onSaved={() => onSaved?.()}
        onClose={() => setSave(undefined)}
      />
    </Suspense>
  );
  return { open, dialog };
};

/** The same for a form: only configuration that exists can be changed by a draft. */
export const useSaveToDraft = ({ isNew, onSaved }: { isNew: boolean; onSaved: () => void }) => {
  const control = use(ControlContext);
  const { mayWrite } = useAbilities();
  const draft = useDraftDialog({ onSaved });
  return { ...draft, isPossible: mayWrite && !isNew && (control === 'directly' || control === 'by_drafts') };
};
