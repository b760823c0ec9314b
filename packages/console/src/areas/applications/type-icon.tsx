import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { AppWindow, Cpu, FileKey2, Globe, type LucideIcon, Shield, Smartphone } from 'lucide-react';

const icons: Readonly<Record<ApplicationType, LucideIcon>> = {
  Native: Smartphone,
  SPA: AppWindow,
  Traditional: Globe,
  MachineToMachine: Cpu,
  Protected: Shield,
  SAML: FileKey2,
};

export const ApplicationTypeIcon = ({ type, size }: { type: ApplicationType; size?: 'medium' | 'large' }) => {
  const Icon = icons[type];
  return (
    <EntityIcon size={size}>
      <Icon />
    </EntityIcon>
  );
};
