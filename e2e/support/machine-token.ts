import type { Management } from './management.ts';
import type { Product } from './product.ts';

/** An access token of a new service that holds these roles. */
export const machineTokenFor = async (
  { tenantEndpoint }: Product,
  management: Management,
  asked: Record<string, string>,
  roleIds: string[] = [],
): Promise<string> => {
  const { id } = await management('POST', '/applications', { name: 'Robot', type: 'MachineToMachine' });
  if (roleIds.length > 0) await management('POST', `/applications/${id}/roles`, { roleIds });
  const [{ value: secret }] = await management('GET', `/applications/${id}/secrets`);
  const answer = await fetch(`${tenantEndpoint}/oidc/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...asked }),
  });
  return (await answer.json()).access_token;
};
