import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { SecretText } from '@gatehouse/ui/secret-text.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { type VerificationLanguage, verificationSamples } from './verification-samples.ts';

const languages = (Object.keys(verificationSamples) as VerificationLanguage[]).map(value => ({
  value,
  label: value,
}));

/** The key that receivers verify the signature with, and the code for it. */
export const SigningKey = ({ hook: { id, signingKey } }: { hook: Hook }) => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const [language, setLanguage] = useState<VerificationLanguage>('Node.js');
  const regenerate = useWrite(hooks.regenerateSigningKey);
  const start = async () => {
    const [isConfirmed] = await confirm({
      title: t('webhooks.regenerate_title'),
      body: t('webhooks.regenerate_text'),
      confirmLabel: t('webhooks.regenerate'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    regenerate.mutate({ params: { id } }, { onSuccess: () => toast.success(t('webhooks.regenerated')) });
  };
  return (
    <Stack>
      <Row justify="between">
        <SecretText text={signingKey} />
        <WriteButton
          row={hooks.regenerateSigningKey}
          size="small"
          icon={<RotateCw />}
          isLoading={regenerate.isPending}
          onClick={() => void start()}
        >
          {t('webhooks.regenerate')}
        </WriteButton>
      </Row>
      <Row>
        <Segmented
          label={t('webhooks.signing_key')}
          value={language}
          onChange={setLanguage}
          options={languages}
        />
      </Row>
      <CodeBlock code={verificationSamples[language]} />
    </Stack>
  );
};
