import { join } from 'node:path';
import { until } from '../drills/support/programs.mjs';
import { root } from '../install-if-needed.mjs';

/** Debian keeps the modules of its packages with its own Python, which need not be the first one in the path. */
const python = '/usr/bin/python3';

/** Starts an application of `e2e/outside` that is written in Python. */
export const startPython = async (world, name, { home, port }, env) => {
  const file = join(root, 'e2e', 'outside', `${name}.py`);
  const program = world.start('env', [python, file], {
    env: { PORT: `${port}`, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  const isReady = () =>
    fetch(home).then(
      () => true,
      () => false,
    );
  await until(`${name} serves`, isReady, { program });
};
