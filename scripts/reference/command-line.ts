import { commands } from '../../packages/server/src/cli/commands.ts';
import { code, table } from './table.ts';

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export const printCommandLine = () => `# Command line

Commands to start, check and maintain a server.

\`\`\`sh outside
npm run gatehouse -- <command> [options]
\`\`\`

In the Docker image the same commands run with \`node packages/server/dist/gatehouse.js <command>\`. They read the same [environment variables](../configuration.md) as the server. A failed command says why and exits with code 1. \`--help\` lists the options of a command.

${commands
  .map(({ name, summary, options, parameters = [] }) => {
    const rows = Object.entries(options).map(([option, { type, description, required }]) => [
      code(`--${option}${type === 'string' ? ' <value>' : ''}`),
      `${sentence(description)}${required ? ' Required.' : ''}`,
    ]);
    const list = rows.length > 0 ? `\n\n${table(['Option', 'Meaning'], rows)}` : '';
    const usage = parameters.length
      ? `\n\n${code([name, ...parameters.map(each => `<${each}>`)].join(' '))}`
      : '';
    return `## ${name}\n\n${summary}${usage}${list}`;
  })
  .join('\n\n')}
`;
