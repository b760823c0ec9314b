import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useUiText } from '@gatehouse/ui/ui-text.tsx';
import { useCopy } from '@gatehouse/ui/use-copy.ts';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../data.ts';

/** An error as the developers of the application need it, to read and to send to them. */
export const ErrorDetails = ({ error }: { error: NonNullable<ExperiencePage['error']> }) => {
  const [shownAt] = useState(() => new Date().toISOString());
  const items = [
    { key: t('error.code'), value: error.code },
    { key: t('error.details'), value: error.message },
    ...(error.signInId ? [{ key: t('error.sign_in_id'), value: error.signInId }] : []),
    ...(error.requestId ? [{ key: t('error.request_id'), value: error.requestId }] : []),
  ];
  const lines = [...items.map(({ key, value }) => `${key}: ${value}`), shownAt];
  const { t: say } = useUiText();
  const { copy, isCopied } = useCopy(lines.join('\n'));
  return (
    <Stack gap={4}>
      <KeyValueList items={items} />
      {error.returnTo && (
        <Button variant="primary" size="large" isFullWidth href={error.returnTo}>
          {t('session_not_found.action')}
        </Button>
      )}
      <Button size="large" icon={isCopied ? <Check /> : <Copy />} isFullWidth onClick={() => void copy()}>
        {isCopied ? say('copied') : t('error.copy')}
      </Button>
    </Stack>
  );
};
