import type { ChainReport } from '../database/chain/verify.ts';
import { type Command, CommandError } from './command.ts';

const told = {
  edited: 'was edited',
  missing: 'is missing',
  inserted: 'was inserted',
  reordered: 'was moved',
};

export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Verifies the hash chain of the changes of every tenant. Exits with 1 if a chain is broken.',
  options: {
    tenant: { type: 'string', description: 'only this tenant' },
    expect: {
      type: 'string',
      description: 'the head of the chain that you stored earlier, as sequence:hash. Requires --tenant',
    },
    json: { type: 'boolean', description: 'print one report for each tenant as JSON' },
  },
  async run({ tenant, expect, json }, env) {
    if (expect && !tenant) throw new CommandError('--expect needs --tenant: each tenant has its own chain.');
    const { runOnDatabase } = await import('./on-database.ts');
    const reports = await runOnDatabase(env, 'audit verify', {
      ...(tenant ? { tenantId: String(tenant) } : {}),
      ...(expect ? { expected: parsePlace(String(expect)) } : {}),
    });
    if (tenant && !reports.length) throw new CommandError(`There is no tenant "${tenant}".`);
    process.stdout.write(json ? `${JSON.stringify(reports, null, 2)}\n` : reports.map(print).join(''));
    if (reports.some(({ isOk }) => !isOk)) process.exitCode = 1;
  },
};

const parsePlace = (text: string) => {
  const [, sequence, hash] = /^(\d{1,15}):([\da-f]{64})$/i.exec(text) ?? [];
  if (!sequence || !hash)
    throw new CommandError('--expect takes <sequence>:<hash>, as an earlier run printed it.');
  return { sequence: Number(sequence), hash: hash.toLowerCase() };
};

const print = ({ tenantId, count, sequence, hash, unlinkedCount, removedCount, ...report }: ChainReport) => {
  if (report.break) {
    const { sequence: place, kind, changeId } = report.break;
    const change = changeId ? ` (change ${changeId})` : '';
    return `${tenantId}: broken. Number ${place}${change} ${told[kind]}. ${intact(count)}\n`;
  }
  const notes = [
    ...(removedCount ? [`${removedCount} removed by retention`] : []),
    ...(unlinkedCount ? [`${unlinkedCount} not linked yet`] : []),
  ];
  const note = notes.length ? ` (${notes.join(', ')})` : '';
  return `${tenantId}: ok, ${count} ${count === 1 ? 'change' : 'changes'}${note}, head ${sequence}:${hash}\n`;
};

const intact = (count: number) =>
  count === 1 ? 'The 1 change before it is intact.' : `${count} changes before it are intact.`;
