import { useEffect } from 'react';
import { resendOf } from '../api.ts';
import { useWriteTarget } from '../session/write-target.ts';
import { useDraftDialog } from '../templates/save-to-draft.tsx';

/** A write that takes an approval can be saved to a draft. */
export const DraftOffer = ({ error, onClose }: { error: Error; onClose: () => void }) => {
  const target = useWriteTarget();
  const { open, dialog } = useDraftDialog({ isRefused: true, onSaved: onClose });
  useEffect(() => {
    const resend = resendOf(error);
    if (resend) open(() => resend(target));
  }, [error, open, target]);
  return dialog;
};
