import { organizationJit } from '@gatehouse/contract/organization-jit.ts';
import { patterns } from '@gatehouse/contract/patterns.ts';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { picks } from '../../templates/assign-dialog.tsx';

export const justInTimeFields = {
  emailDomains: z.array(z.string()).refine(domains => domains.every(each => patterns.domain.test(each)), {
    error: 'single_sign_on.invalid_domain_format',
  }),
  jitRoles: picks,
  ssoConnectors: picks,
};
type JustInTime = z.infer<z.ZodObject<typeof justInTimeFields>>;

const mostDomains = 100;

/** Who joins an organization by themselves; undefined while loading. */
export const useJustInTime = (id: string): JustInTime | undefined => {
  const params = { id };
  const { data: domains } = useRead(organizationJit.listEmailDomains, {
    params,
    page: 1,
    pageSize: mostDomains,
  });
  const { data: roles } = useRead(organizationJit.listRoles, { params });
  const { data: connectors } = useRead(organizationJit.listSsoConnectors, { params });
  if (!domains || !roles || !connectors) return undefined;
  return {
    emailDomains: domains[0].map(({ emailDomain }) => emailDomain),
    jitRoles: roles.map(role => ({ value: role.id, label: role.name })),
    ssoConnectors: connectors.map(connector => ({ value: connector.id, label: connector.connectorName })),
  };
};

const idsOf = (picked: { value: string }[]) => picked.map(({ value }) => value);

export const useSaveJustInTime = (id: string) => {
  const { mutateAsync: addDomain } = useWrite(organizationJit.addEmailDomain);
  const { mutateAsync: removeDomain } = useWrite(organizationJit.removeEmailDomain);
  const { mutateAsync: replaceRoles } = useWrite(organizationJit.replaceRoles);
  const { mutateAsync: replaceConnectors } = useWrite(organizationJit.replaceSsoConnectors);
  const params = { id };
  // One by one: there may be more domains than the form has read.
  return async (before: JustInTime, after: JustInTime) => {
    for (const emailDomain of after.emailDomains) {
      if (!before.emailDomains.includes(emailDomain)) await addDomain({ params, body: { emailDomain } });
    }
    for (const emailDomain of before.emailDomains) {
      if (!after.emailDomains.includes(emailDomain)) await removeDomain({ params: { id, emailDomain } });
    }
    await replaceRoles({ params, body: { organizationRoleIds: idsOf(after.jitRoles) } });
    await replaceConnectors({ params, body: { ssoConnectorIds: idsOf(after.ssoConnectors) } });
  };
};
