export const regions = {
  EU: 'Europe',
  US: 'West US',
  AU: 'Australia',
  JP: 'Japan',
} as const;

export type RegionName = keyof typeof regions;

export const defaultRegion: RegionName = 'EU';
