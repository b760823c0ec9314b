import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { useEntity } from '../../templates/entity-detail.tsx';
import { ConsentOrganizations } from './consent-organizations.tsx';
import { MachineOrganizations } from './machine-organizations.tsx';

/** A service belongs to organizations; an application of others sees those that people let it see. */
export const ApplicationOrganizations = () => {
  const { isThirdParty } = useEntity<ApplicationDetail>();
  return isThirdParty ? <ConsentOrganizations /> : <MachineOrganizations />;
};
