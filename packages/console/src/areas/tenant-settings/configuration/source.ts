import {
  type AppliedBundle,
  type BundleFile,
  type BundlePlan,
  bundles,
  promotions,
} from '@gatehouse/contract/bundles.ts';
import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import { memberOf, send } from '../../../api.ts';
import { organizationTokenFor } from '../../../session/client.ts';
import { currentTenantId } from '../../../session/tenant.ts';

type Chosen = { only?: string[]; delete?: string[]; variables?: Record<string, string> };
type Confirmed = Chosen & { fingerprint: string; overwrite: boolean };

/** The origin of a configuration, which is compared with that of this tenant. */
export type Source = {
  /** Tells the comparison apart from others. */
  key: string;
  name: string;
  compare: (chosen: Chosen) => Promise<BundlePlan>;
  apply: (confirmed: Confirmed) => Promise<AppliedBundle>;
};

/** Another tenant of the signed-in person, who has a token of each. */
export const tenantSource = ({ id, name }: { id: string; name: string }): Source => {
  const params = { tenantId: currentTenantId() };
  const door = memberOf(params.tenantId);
  const source = async () => ({ tenantId: id, token: await organizationTokenFor(tenantOrganizationId(id)) });
  return {
    key: id,
    name,
    compare: async chosen =>
      send(promotions.preview, { params, body: { ...chosen, source: await source() } }, door),
    apply: async confirmed =>
      send(promotions.create, { params, body: { ...confirmed, source: await source() } }, door),
  };
};

/** An archive, whose files the server has read. */
export const filesSource = (name: string, files: BundleFile[]): Source => ({
  key: `${name} ${Date.now()}`,
  name,
  compare: chosen => send(bundles.plan, { body: { ...chosen, files, preview: true } }),
  apply: confirmed => send(bundles.apply, { body: { ...confirmed, files } }),
});
