import { lazy, type ReactNode, Suspense, use, useState } from 'react';
import { loadAreaPhrases } from '../phrases.tsx';
import { ManagedContext, useWriteRefusal } from '../session/managed.ts';

/** With its phrases: few people save to a draft. */
const DraftDialog = lazy(async () => {
  const [{ DraftDialog }] = await Promise.all([
    import('./draft-dialog.tsx'),
    loadAreaPhrases('console/drafts'),
  ]);
  return { default: DraftDialog };
});

type Save = () => Promise<unknown>;

/** Asks for a draft and saves to it. */
export const useDraftDialog = (onSaved?: () => void) => {
  const [save, setSave] = useState<{ run: Save }>();
  const dialog: ReactNode = save && (
    <Suspense>
      <DraftDialog save={save.run} onSaved={() => onSaved?.()} onClose={() => setSave(undefined)} />
    </Suspense>
  );
  return { open: (run: Save) => setSave({ run }), dialog };
};

/** The same for a form: only configuration that exists can be changed by a draft. */
export const useSaveToDraft = ({ isNew, onSaved }: { isNew: boolean; onSaved: () => void }) => {
  const isConfiguration = use(ManagedContext) !== undefined;
  const refusal = useWriteRefusal();
  const draft = useDraftDialog(onSaved);
  return { ...draft, isPossible: isConfiguration && !isNew && refusal === undefined };
};
