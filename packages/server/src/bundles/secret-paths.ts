import { isSecretName } from '../http/reveal.ts';

/** Where a configuration holds texts that look like secrets by their names, at any depth. */
export const secretPaths = (config: unknown, path: string[] = []): string[][] => {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return [];
  return Object.entries(config).flatMap(([key, value]) => {
    const here = [...path, key];
    if (typeof value === 'string' && isSecretName(key)) return [here];
    return secretPaths(value, here);
  });
};
