import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The context of a drill: a scratch folder that is removed at the end, and `defer` for cleanup. The last thing
 * started is ended first, also on Ctrl-C.
 */
export const createContext = options => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-drill-'));
  // PostgreSQL runs as another user when this is root.
  chmodSync(directory, 0o755);
  const endings = [() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })];
  let closed;
  const endAll = async () => {
    while (endings.length) {
      const end = endings.pop();
      await Promise.resolve()
        .then(end)
        .catch(error => console.error(`  cleanup: ${error.message}`));
    }
  };
  return {
    ...options,
    directory,
    defer: end => void endings.push(end),
    log: text => console.log(`  ${text}`),
    close: () => {
      closed ??= endAll();
      return closed;
    },
  };
};
