import { fileURLToPath } from 'node:url';

const built = (name: string) => fileURLToPath(new URL(`../../../dist/${name}.js`, import.meta.url));

/**
 * What is shipped, which every run of the tests builds first when it is stale: a process starts from it in a quarter of the
 * time that it would take from hundreds of sources.
 */
export const programs = { server: built('main'), command: built('gatehouse') };
