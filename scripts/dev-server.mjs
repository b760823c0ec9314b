import { enableCompileCache } from 'node:module';
import { join, sep } from 'node:path';
import { createServer, createServerModuleRunner } from 'vite';
import { startAgain } from './dev-start-again.mjs';
import { root } from './install-if-needed.mjs';

const folder = join(root, 'packages', 'server');
const at = file => join(folder, 'src', file);

/**
 * The server from its sources, for `npm run dev`. The database stays open: when a file changes, only its importers are
 * loaded again, and the app is recreated on the same database. Starting a process would take several seconds.
 */
const run = async () => {
  // The packages that it uses are compiled when it starts again.
  enableCompileCache(join(root, '.cache', 'compiled'));
  const vite = await createServer({
    configFile: false,
    root: folder,
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: { ignored: [`**${sep}dist${sep}**`] } },
  });
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const load = file => runner.import(at(file));

  const env = (await load('env.ts')).parseEnvironment(process.env);
  const logger = (await load('log.ts')).createLogger(env.LOG_LEVEL);
  const vault = await (await load('database/vault.ts')).openVault(env);
  const { openDatabase } = await load('database/open.ts');
  const database = await openDatabase({
    url: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    replicaUrls: env.DATABASE_REPLICA_URLS,
    dataDir: env.GATEHOUSE_DATA_DIR,
    vault,
    logger,
    onStarting: () => void load('serve.ts'),
  });
  const serveOnce = async () => {
    const { serve } = await load('serve.ts');
    return serve({ env, vault, logger, database: keptOpen(database) });
  };

  let server = await serveOnce();
  if (server.setupCode) console.log(`  Setup code          ${server.setupCode}`);
  process.send?.('ready');

  let isEnding = false;
  const end = async code => {
    isEnding = true;
    await server?.stop();
    await database.close();
    process.exit(code);
  };

  const reload = async changed => {
    if (isEnding) return;
    const stale = new Set(changed.flatMap(file => forget(vite, runner, file)));
    if (stale.size === 0) return;
    if ([at('database/open.ts'), at('env.ts'), at('log.ts')].some(file => stale.has(file)))
      await end(startAgain);
    // Loaded before the old one goes: a file with a mistake in it leaves that one serving.
    await load('serve.ts');
    await server?.stop();
    server = undefined;
    server = await serveOnce();
  };
  const whenIdle = watch(vite, reload);
  // The last when its parent has died.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => whenIdle(() => end(0)));
};

/** Keeps the database open across server restarts: closing does nothing, and a new write guard replaces the old. */
const keptOpen = database => ({
  ...database,
  guardWrites(guard) {
    if (!guards.has(database)) database.guardWrites((...given) => guards.get(database)(...given));
    guards.set(database, guard);
  },
  close: async () => undefined,
});
const guards = new WeakMap();

/** Takes a changed file out of memory, with all that import it, and says which files that were. */
const forget = (vite, runner, file) => {
  vite.environments.ssr.moduleGraph.onFileChange(file);
  const modules = runner.evaluatedModules;
  const stale = new Set(modules.getModulesByFile(file));
  for (const node of stale)
    for (const id of node.importers) if (modules.getModuleById(id)) stale.add(modules.getModuleById(id));
  for (const node of stale) modules.invalidateModule(node);
  return [...stale].map(({ file: path }) => path);
};

/** One reload at a time, with all that has changed meanwhile: a formatter or Git writes many files at once. */
const watch = (vite, reload) => {
  let changed = [];
  let working = Promise.resolve();
  const onChange = file => {
    changed.push(file);
    working = working.then(async () => {
      if (!changed.length) return;
      const files = changed;
      changed = [];
      await reload(files);
    });
    working = working.catch(error => console.error(error.stack ?? error));
  };
  vite.watcher.on('change', onChange);
  vite.watcher.on('unlink', onChange);
  return work => {
    working = working.then(work);
  };
};

await run();
