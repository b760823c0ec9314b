import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyText } from './copy-text.tsx';
import { IconButton } from './icon-button.tsx';
import { Row } from './layout.tsx';
import { useUiText } from './ui-text.tsx';

/** A secret: hidden until asked for, copied without being shown. */
export function SecretText({ text }: { text: string }) {
  const { t } = useUiText();
  const [isShown, setIsShown] = useState(false);
  return (
    <Row gap={1}>
      <CopyText text={text} shown={isShown ? text : '••••••••••••'} />
      <IconButton
        size="small"
        label={t(isShown ? 'hide_secret' : 'show_secret')}
        icon={isShown ? <EyeOff /> : <Eye />}
        onClick={() => setIsShown(!isShown)}
      />
    </Row>
  );
}
