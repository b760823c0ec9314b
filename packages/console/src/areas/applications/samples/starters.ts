import type { SampleId } from './available.ts';
import { browserStarters } from './browser-starters.ts';
import { nextStarter, serverStarters } from './server-starters.ts';
import { goStarter, nodeStarter, pythonStarter, type Starter } from './starter.ts';

const node = nodeStarter({ needsPort: true });
const python = pythonStarter();

/** Files that the steps of each guide expect to exist. */
export const starters: Readonly<Record<SampleId, Starter>> = {
  ...browserStarters,
  ...serverStarters,
  'next-app-router': nextStarter({
    'app/layout.tsx': `import type { ReactNode } from 'react';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  }),
  'next-pages-router': nextStarter({}),
  express: node,
  fastify: node,
  hono: node,
  node,
  flask: python,
  fastapi: python,
  go: goStarter,
  'machine-node': nodeStarter({}),
  'machine-python': python,
  'machine-go': goStarter,
};
