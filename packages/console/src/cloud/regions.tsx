import { cloudAccount } from '@gatehouse/contract/cloud-account.ts';
import { type RegionName, regions } from '@gatehouse/contract/regions.ts';
import type { RadioCard } from '@gatehouse/ui/radio-cards.tsx';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';

/** The name of a region, or its ID if this console does not know it yet. */
export const useRegionName = () => {
  const t = useT();
  return (region: string) => (region in regions ? t(`tenants.regions.${region as RegionName}`) : region);
};

/** The regions that the person can choose; the known ones until the server has said. */
export const useRegionCards = (): RadioCard<RegionName>[] => {
  const { data } = useRead(cloudAccount.listRegions, {}, { door: 'cloud' });
  const nameOf = useRegionName();
  const offered = data?.regions.map(({ name }) => name) ?? Object.keys(regions);
  return offered.map(name => ({ value: name as RegionName, title: nameOf(name), description: name }));
};
