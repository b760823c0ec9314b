import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { QrCode } from '@gatehouse/ui/qr-code.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CodeForm } from '../code-form.tsx';
import { t } from '../data.ts';
import { bindTotp, prepareTotp } from '../factors.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';

/** An authenticator app: scan, or type the secret, then prove it by the first code. */
export const TotpSetUp = ({ footer }: { footer: ReactNode }) => {
  const [prepared, setPrepared] = useState<Awaited<ReturnType<typeof prepareTotp>>>();
  const isAsked = useRef(false);
  const action = useAction();
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void action.run(async () => setPrepared(await prepareTotp()));
  });
  return (
    <Frame title={t('mfa.bind.Totp.title')} description={t('mfa.bind.Totp.text')} footer={footer}>
      <Failure action={action} />
      {prepared && (
        <Stack gap={4}>
          <QrCode image={prepared.secretQrCode} label={t('mfa.bind.Totp.qr_code')} />
          <Stack gap={1}>
            <Text tone="soft" size="small">
              {t('mfa.bind.Totp.by_hand')}
            </Text>
            <CopyText text={prepared.secret} isBoxed />
          </Stack>
          <CodeForm verify={code => bindTotp(prepared.verificationId, code)} />
        </Stack>
      )}
    </Frame>
  );
};
