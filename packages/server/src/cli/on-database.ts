import { askServer } from '../database/embedded/control.ts';
import { openDatabase } from '../database/open.ts';
import { openVault } from '../database/vault.ts';
import { audienceOf } from '../domain/management-audience.ts';
import { seedTenants } from '../domain/seed.ts';
import type { Environment } from '../env.ts';
import { type CommandInputs, type CommandResults, createCommandHandlers } from './handlers.ts';

const print = (line: string) => void process.stderr.write(`${line}\n`);

/** Runs a command where the database is: in the running server if it holds the embedded one, else here. */
export const runOnDatabase = async <Name extends keyof CommandInputs>(
  env: Environment,
  name: Name,
  input: CommandInputs[Name],
): Promise<CommandResults[Name]> => {
  const dataDir = env.GATEHOUSE_DATA_DIR;
  if (!env.DATABASE_URL) {
    const answer = await askServer(dataDir, name, input);
    if (answer.running) return answer.result as CommandResults[Name];
  }
  const vault = await openVault(env);
  const database = await openDatabase({
    url: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    dataDir,
    vault,
  });
  try {
    const isCloud = env.GATEHOUSE_EDITION === 'cloud';
    await seedTenants(database, vault, { audienceOf: tenantId => audienceOf(env, tenantId), isCloud });
    return (await createCommandHandlers(database, vault, print)[name](
      input as never,
    )) as CommandResults[Name];
  } finally {
    await database.close();
  }
};
