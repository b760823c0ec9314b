import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import {
  AppWindow,
  Cpu,
  FileKey2,
  Globe,
  Handshake,
  type LucideIcon,
  Shield,
  Smartphone,
} from 'lucide-react';
import { type Key, useT } from '../phrases.tsx';
import type { FrameworkId, GuideTarget, TargetGroup } from './catalogue.ts';
import { FrameworkLogo } from './framework-logo.tsx';

const icons: Readonly<Record<TargetGroup, LucideIcon>> = {
  Native: Smartphone,
  SPA: AppWindow,
  Traditional: Globe,
  MachineToMachine: Cpu,
  Protected: Shield,
  SAML: FileKey2,
  third_party: Handshake,
};

type Kind = { type: ApplicationType; isThirdParty?: boolean };

export const groupOf = ({ type, isThirdParty }: Kind): TargetGroup => (isThirdParty ? 'third_party' : type);

/** The icon for the type of application. */
export const ApplicationTypeIcon = (kind: Kind) => {
  const Icon = icons[groupOf(kind)];
  return <Icon />;
};

export const TargetIcon = ({ target: { id, name, group } }: { target: GuideTarget }) => {
  const Icon = icons[group];
  return <EntityIcon>{name ? <FrameworkLogo id={id as FrameworkId} /> : <Icon />}</EntityIcon>;
};

/** Says what a target is called. */
export const useTargetName = () => {
  const t = useT();
  return ({ name, phrase }: GuideTarget) => {
    if (name) return name;
    return phrase ? t(`guide_targets.names.${phrase}` as Key) : t('guide_targets.generic');
  };
};

/** Keeps the targets whose name, heading or id has all the words. */
export const useTargetSearch = () => {
  const t = useT();
  const nameOf = useTargetName();
  return (targets: readonly GuideTarget[], query: string) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    return targets.filter(target => {
      const text = `${nameOf(target)} ${target.id} ${t(`application_types.${target.group}`)}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
  };
};
