import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { organizationTemplateAddresses } from './addresses.ts';

const { tabs } = organizationTemplateAddresses.at.organizationTemplate;

export const useTemplateTabs = (current: (typeof tabs)[number]) => {
  const t = useT();
  return tabs.map(tab => ({
    href: paths.organizationTemplate(tab),
    label: t(`organization_template.${tab}`),
    isCurrent: tab === current,
  }));
};
