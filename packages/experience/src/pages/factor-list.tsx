import type { MfaFactor } from '@gatehouse/contract/mfa.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { KeyRound, type LucideIcon, Mail, MessageSquare, ShieldCheck, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../data.ts';
import { Frame } from '../frame.tsx';
import { factorPaths } from '../steps.ts';

const icons: Readonly<Record<MfaFactor, LucideIcon>> = {
  Totp: Smartphone,
  WebAuthn: KeyRound,
  BackupCode: ShieldCheck,
  EmailVerificationCode: Mail,
  PhoneVerificationCode: MessageSquare,
};

type FactorListProps = { kind: 'verify' | 'bind'; factors: MfaFactor[]; children?: ReactNode };

/** One of several second factors, to prove or to set up. */
export const FactorList = ({ kind, factors, children }: FactorListProps) => (
  <Frame title={t(`mfa.${kind}.title`)} description={t(`mfa.${kind}.text`)}>
    <Stack gap={2}>
      {factors.map(factor => {
        const Icon = icons[factor];
        return (
          <Button
            key={factor}
            size="large"
            isFullWidth
            icon={<Icon aria-hidden />}
            href={`/mfa-${kind === 'verify' ? 'verification' : 'binding'}/${factorPaths[factor]}`}
          >
            {t(`mfa.factors.${factor}`)}
          </Button>
        );
      })}
    </Stack>
    {children}
  </Frame>
);
