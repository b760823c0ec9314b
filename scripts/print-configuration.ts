import { writeFileSync } from 'node:fs';
import { variables } from '../packages/server/src/env.ts';

/** The page `docs/configuration.md`, from the schema that parses the environment. */
export const printConfiguration = () => {
  const rows = Object.entries(variables.shape).map(([name, schema]) => {
    // The value for an empty environment is the default. A few defaults are only in the description.
    const fallback = schema.safeParse(undefined).data;
    const isEmpty = fallback === undefined || `${fallback}` === '';
    return `| \`${name}\` | ${isEmpty ? '–' : `\`${fallback}\``} | ${schema.description} |`;
  });
  return `# Configuration

Gatehouse is configured by environment variables. This page lists all environment variables. They are read once, at startup. An invalid value stops the server with a message that names the variable and what is expected. An empty variable counts as not set.

<!-- Printed from packages/server/src/env.ts by scripts/print-configuration.ts. -->

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}

\`npm run gatehouse -- doctor\` checks the configuration, the database, the ports and the keys, and says how to fix problems.
`;
};

if (process.argv.includes('--write')) {
  writeFileSync(new URL('../docs/configuration.md', import.meta.url), printConfiguration());
}
