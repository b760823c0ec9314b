import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home } from './application.mjs';

/** The inspector reads its settings from its environment and its command line, and keeps its files in one folder. */
const folder = mkdtempSync(join(tmpdir(), 'mcp-inspector-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, {
  HOME: folder,
  MCP_STORAGE_DIR: join(folder, 'storage'),
  CLIENT_PORT: process.env.PORT,
  MCP_SANDBOX_PORT: '0',
  MCP_APP_ORIGIN_PORT: '0',
  MCP_AUTO_OPEN_ENABLED: 'false',
  DANGEROUSLY_OMIT_AUTH: 'true',
  MCP_INSPECTOR_SECRET_STORE: 'memory',
});
process.argv.push('--transport', 'http', '--server-url', process.env.MCP_SERVER);
await import('@modelcontextprotocol/inspector/clients/launcher/build/index.js');

while (!(await fetch(home).catch(() => undefined))?.ok) await new Promise(resolve => setTimeout(resolve, 50));
process.send('ready');
