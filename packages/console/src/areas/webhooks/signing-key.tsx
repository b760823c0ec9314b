import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { SecretText } from '@gatehouse/ui/secret-text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { RotateCw } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';

/** What receivers check the signature with. */
export const SigningKey = ({ hook: { id, signingKey } }: { hook: Hook }) => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
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
    <Row justify="between">
      <SecretText text={signingKey} />
      <Button size="small" icon={<RotateCw />} isLoading={regenerate.isPending} onClick={() => void start()}>
        {t('webhooks.regenerate')}
      </Button>
    </Row>
  );
};
