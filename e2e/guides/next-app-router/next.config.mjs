import { join } from 'node:path';

/** The packages lie above the project. */
export default { turbopack: { root: join(import.meta.dirname, '../..') } };
