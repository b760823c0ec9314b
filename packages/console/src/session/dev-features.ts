import { bootstrap, isCloud } from '../bootstrap.ts';
import { storageKeys } from './storage.ts';

/**
 * Unfinished features: turned on by the server, or by this browser for itself. In the cloud the server alone decides,
 * because the plans that it offers depend on it.
 */
export const areDevFeaturesOn = () =>
  bootstrap.devFeatures || (!isCloud && localStorage.getItem(storageKeys.devFeatures) === 'true');
