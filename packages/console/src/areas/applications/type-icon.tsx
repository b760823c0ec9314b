import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import { AppWindow, Cpu, FileKey2, Globe, type LucideIcon, Shield, Smartphone } from 'lucide-react';

const icons: Readonly<Record<ApplicationType, LucideIcon>> = {
  Native: Smartphone,
  SPA: AppWindow,
  Traditional: Globe,
  MachineToMachine: Cpu,
  Protected: Shield,
  SAML: FileKey2,
};

export const ApplicationTypeIcon = ({ type }: { type: ApplicationType }) => {
  const Icon = icons[type];
  return <Icon />;
};
