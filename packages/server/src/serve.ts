import { createApp } from './app.ts';
import { createCommandHandlers } from './cli/handlers.ts';
import type { Database } from './database/database.ts';
import { listenForCommands } from './database/embedded/control.ts';
import { requireFittingKey } from './database/fitting-key.ts';
import type { Vault } from './database/vault.ts';
import { readSetupCode } from './domain/setup-code.ts';
import type { Environment } from './env.ts';
import type { Logger } from './log.ts';

type Dependencies = { env: Environment; database: Database; vault: Vault; logger: Logger };

/** Everything that serves requests, on an open database; returns when it answers. */
export const serve = async ({ env, database, vault, logger }: Dependencies) => {
  await requireFittingKey(database, vault);
  const app = await createApp({ env, database, vault, logger });
  // The process that holds the embedded database runs commands for others, which cannot open it at the same time.
  const stopCommands =
    database.kind === 'embedded'
      ? await listenForCommands(env.GATEHOUSE_DATA_DIR, createCommandHandlers(database, vault))
      : undefined;
  await app.listen();
  return {
    app,
    setupCode: await readSetupCode(database, vault),
    stop: async () => {
      await stopCommands?.();
      await app.close();
      await database.close();
    },
  };
};
