import { storageKeys } from '../session/storage.ts';
import { findTarget, type GuideId } from './catalogue.ts';

const most = 50;

const read = (): [string, string][] => JSON.parse(localStorage.getItem(storageKeys.guides) ?? '[]');

/** Stores the guide of an application that was opened last in this browser. */
export const rememberGuide = (applicationId: string, guideId: GuideId) => {
  const others = read().filter(([id]) => id !== applicationId);
  localStorage.setItem(
    storageKeys.guides,
    JSON.stringify([[applicationId, guideId], ...others].slice(0, most)),
  );
};

export const rememberedGuide = (applicationId: string) =>
  findTarget(read().find(([id]) => id === applicationId)?.[1])?.id;
