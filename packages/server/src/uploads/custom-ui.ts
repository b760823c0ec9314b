import { LRUCache } from 'lru-cache';
import type { Tenant } from '../domain/tenant.ts';
import type { Logger } from '../log.ts';
import { loadFile } from './file-store.ts';
import type { FileStore } from './store.ts';
import { unzip } from './unzip.ts';

const limits = { maximumFiles: 2000, maximumBytes: 64 * 1024 * 1024 };
const mostBytesKept = 256 * 1024 * 1024;

type Files = ReadonlyMap<string, Buffer>;

export type CustomUi = ReturnType<typeof createCustomUi>;

/** Sign-in pages that tenants bring themselves: unpacked when first asked for, and kept as long as there is room. */
export const createCustomUi = (store: FileStore, logger: Logger) => {
  const kept = new LRUCache<string, Promise<Files | undefined>, string>({
    max: 1000,
    maxSize: mostBytesKept,
    sizeCalculation: () => limits.maximumBytes / 8,
  });
  const load = async (tenantId: string, id: string): Promise<Files | undefined> => {
    const archive = await loadFile(store, tenantId, `${id}.zip`);
    const files = archive && (await unpackCustomUi(archive.bytes));
    if (!files) logger.warn({ tenantId, id }, 'the custom sign-in pages cannot be read; ours are shown');
    return files;
  };
  return {
    /**
     * The custom page or file of the tenant. Undefined if there is none, or if it cannot be read, so that users are not
     * locked out.
     */
    async find(tenant: Tenant, path: string) {
      const { customUiAssets } = await tenant.cached.signInExperience();
      if (!customUiAssets) return undefined;
      const key = `${tenant.id}/${customUiAssets.id}`;
      const loading = kept.get(key) ?? load(tenant.id, customUiAssets.id).catch(() => undefined);
      kept.set(key, loading);
      const bytes = (await loading)?.get(path);
      return bytes && { bytes, tag: `"${customUiAssets.id}"` };
    },
  };
};

/** The files of an archive with an `index.html`, at its top or in its only folder. */
export const unpackCustomUi = async (archive: Buffer): Promise<Files | undefined> => {
  const files = await unzip(archive, limits);
  if (!files) return undefined;
  const index = [...files.keys()].find(path => /^(?:[^/]+\/)?index\.html$/.test(path));
  if (index === undefined) return undefined;
  const folder = index.slice(0, -'index.html'.length);
  const isWhole = [...files.keys()].every(path => path.startsWith(folder));
  return isWhole ? new Map([...files].map(([path, bytes]) => [path.slice(folder.length), bytes])) : undefined;
};
