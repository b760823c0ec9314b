import { phishingResistantAcr } from '@gatehouse/contract/authentication-levels.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { t } from './data.ts';
import { getProgress } from './progress.ts';

/** Says from the first page on that the application takes nothing less than a passkey. */
export const PasskeyNotice = ({ comesFirst = false }: { comesFirst?: boolean }) => {
  if (getProgress().pending?.data?.requiredAcr !== phishingResistantAcr) return null;
  return <Callout>{t(comesFirst ? 'mfa.passkey_required_first' : 'mfa.passkey_required')}</Callout>;
};
