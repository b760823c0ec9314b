import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { QrCode } from '@gatehouse/ui/qr-code.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { ask } from './api.ts';
import { say } from './client.ts';
import { Loading, useLoaded } from './load.tsx';

type TotpDialogProps = { isReplacing: boolean; reload: () => Promise<void>; onClose: () => void };

/** An authenticator app, the first or another: scan, or type the secret, then prove it by the first code. */
export const TotpDialog = ({ isReplacing, reload, onClose }: TotpDialogProps) => {
  const toast = useToast();
  const prepared = useLoaded(() => ask('post', '/my-account/mfa-verifications/totp-secret/generate', {}));
  const take = async (secret: string, code: string) => {
    if (isReplacing) await ask('put', '/my-account/mfa-verifications/totp', { body: { secret, code } });
    else await ask('post', '/my-account/mfa-verifications', { body: { type: 'Totp', secret, code } });
    await reload();
    toast.success(say('totp.added'));
    onClose();
  };
  return (
    <Dialog
      isOpen
      size="small"
      title={t('mfa.bind.Totp.title')}
      description={t('mfa.bind.Totp.text')}
      onClose={onClose}
    >
      <Loading loaded={prepared}>
        {({ secret, secretQrCode }) => (
          <Stack gap={4}>
            <QrCode image={secretQrCode} label={t('mfa.bind.Totp.qr_code')} />
            <Stack gap={1}>
              <Text tone="soft" size="small">
                {t('mfa.bind.Totp.by_hand')}
              </Text>
              <CopyText text={secret} isBoxed />
            </Stack>
            <CodeForm verify={code => take(secret, code)} />
          </Stack>
        )}
      </Loading>
    </Dialog>
  );
};
