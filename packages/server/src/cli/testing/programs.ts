import { fileURLToPath } from 'node:url';

const built = (name: string) => fileURLToPath(new URL(`../../../dist/${name}.js`, import.meta.url));

/**
 * The built programs, which every test run rebuilds first if they are stale. They start in a quarter of the time that
 * hundreds of source files would take.
 */
export const programs = { server: built('main'), command: built('gatehouse') };
