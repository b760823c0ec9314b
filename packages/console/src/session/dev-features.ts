import { bootstrap } from '../bootstrap.ts';
import { storageKeys } from './storage.ts';

/** Features that are not finished: shown by the server's configuration, or by somebody for their own browser. */
export const areDevFeaturesOn = () =>
  bootstrap.devFeatures || localStorage.getItem(storageKeys.devFeatures) === 'true';
