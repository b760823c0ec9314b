import { Check, Copy } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useUiText } from './ui-text.tsx';

import { useCopy } from './use-copy.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Copies `text`; the tick is also announced. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useUiText();
  const clipboard = useCopy(text);
  return (
    <>
      <IconButton
        size="small"
        label={label ?? t('copy')}
        icon={clipboard.isCopied ? <Check /> : <Copy />}
        onClick={clipboard.copy}
      />
      <VisuallyHidden role="status">{clipboard.isCopied ? t('copied') : ''}</VisuallyHidden>
    </>
  );
}
