import { organizationJit } from '@gatehouse/contract/organization-jit.ts';
import { patterns } from '@gatehouse/contract/patterns.ts';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useAbilities } from '../../session/abilities.ts';
import { picks } from '../../templates/assign-dialog.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

export const justInTimeFields = {
  emailDomains: z.array(z.string()).refine(domains => domains.every(each => patterns.domain.test(each)), {
    error: 'single_sign_on.invalid_domain_format',
  }),
  roles: picks,
  ssoConnectors: picks,
};
export type JustInTime = z.infer<z.ZodObject<typeof justInTimeFields>>;

const mostDomains = 100;

/** The just-in-time provisioning of an organization. Undefined while loading. */
export const useJustInTime = (id: string) => {
  const params = { id };
  const domains = useReadOrFailure(organizationJit.listEmailDomains, {
    params,
    page: 1,
    pageSize: mostDomains,
  });
  const roles = useReadOrFailure(organizationJit.listRoles, { params });
  const mayReadConnectors = useAbilities().mayDo(organizationJit.listSsoConnectors);
  const connectors = useReadOrFailure(
    organizationJit.listSsoConnectors,
    { params },
    { enabled: mayReadConnectors },
  );
  const isThere = domains.data && roles.data && (connectors.data || !mayReadConnectors);
  const data: JustInTime | undefined = isThere
    ? {
        emailDomains: domains.data[0].map(({ emailDomain }) => emailDomain),
        roles: roles.data.map(role => ({ value: role.id, label: role.name })),
        ssoConnectors: (connectors.data ?? []).map(({ id: value, connectorName: label }) => ({
          value,
          label,
        })),
      }
    : undefined;
  return { data, failure: domains.failure ?? roles.failure ?? connectors.failure };
};

const idsOf = (picked: { value: string }[]) => picked.map(({ value }) => value);

export const useSaveJustInTime = (id: string) => {
  const mayReadConnectors = useAbilities().mayDo(organizationJit.listSsoConnectors);
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
    await replaceRoles({ params, body: { organizationRoleIds: idsOf(after.roles) } });
    if (mayReadConnectors)
      await replaceConnectors({ params, body: { ssoConnectorIds: idsOf(after.ssoConnectors) } });
  };
};
