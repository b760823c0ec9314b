import type { Environment } from '../env.ts';
import type { Command } from './command.ts';
import { type Check, type Finding, NotCheckedError } from './doctor-finding.ts';

const marks = { good: '✓', warning: '!', bad: '✗' };

export const doctor: Command = {
  name: 'doctor',
  summary:
    'Checks the configuration, the database, the ports and the keys, and says how to fix what is wrong.',
  options: { json: { type: 'boolean', description: 'print the findings as JSON' } },
  async run({ json }, env) {
    const { checks } = await import('./doctor-checks.ts');
    const findings: Array<Finding & { name: string }> = [];
    for (const { name, edition = env.GATEHOUSE_EDITION, run } of checks)
      if (edition === env.GATEHOUSE_EDITION) findings.push({ name, ...(await examine(run, env)) });
    process.stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : print(findings));
    if (findings.some(({ status }) => status === 'bad')) process.exitCode = 1;
  },
};

const examine = async (run: Check['run'], env: Environment): Promise<Finding> => {
  try {
    return await run(env);
  } catch (error) {
    return { status: error instanceof NotCheckedError ? 'warning' : 'bad', found: (error as Error).message };
  }
};

const print = (findings: Array<Finding & { name: string }>) => {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, status, found, fix }) => [
    `${marks[status]} ${name.padEnd(width)}  ${found}`,
    ...(fix ? [`  ${''.padEnd(width)}  → ${fix}`] : []),
  ]);
  return `${lines.join('\n')}\n`;
};
