import type { ConnectorFactory } from '@gatehouse/contract/connectors.ts';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';

export const ConnectorLogo = ({ logo, logoDark }: Pick<ConnectorFactory, 'logo' | 'logoDark'>) => (
  <ThemedImage src={logo} darkSrc={logoDark} />
);
