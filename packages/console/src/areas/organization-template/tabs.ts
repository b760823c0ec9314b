import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { organizationTemplateAddresses } from './addresses.ts';

const { tabs } = organizationTemplateAddresses.at.organizationTemplate;

export const useTemplateTabs = (current: (typeof tabs)[number]) => {
  const t = useT();
  const { may } = useAbilities();
  return tabs
    .filter(tab => tab !== 'permission-matrix' || may('resources:read'))
    .map(tab => ({
      href: paths.organizationTemplate(tab),
      label: t(`organization_template.${tab}`),
      isCurrent: tab === current,
    }));
};
