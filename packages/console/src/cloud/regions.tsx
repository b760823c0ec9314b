import { cloudAccount } from '@gatehouse/contract/cloud-account.ts';
import { type RegionName, regions } from '@gatehouse/contract/regions.ts';
import type { RadioCard } from '@gatehouse/ui/radio-cards.tsx';
import { useRead } from '../api.ts';

export const regionNameOf = (region: string) => regions[region as RegionName] ?? region;

/** The regions that the person can choose; the known ones until the server has said. */
export const useRegionCards = (): RadioCard<RegionName>[] => {
  const { data } = useRead(cloudAccount.listRegions, {}, { door: 'cloud' });
  const offered = data?.regions.map(({ name }) => name) ?? Object.keys(regions);
  return offered.map(name => ({ value: name as RegionName, title: regionNameOf(name), description: name }));
};
