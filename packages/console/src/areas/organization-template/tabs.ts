import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

const tabs = ['organization-roles', 'organization-permissions'] as const;

export const useTemplateTabs = (current: (typeof tabs)[number]) => {
  const t = useT();
  return tabs.map(tab => ({
    href: paths.organizationTemplate(tab),
    label: t(`organization_template.${tab}`),
    isCurrent: tab === current,
  }));
};
