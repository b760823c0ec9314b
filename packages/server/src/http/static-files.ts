import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';
type File = {
  body: Buffer;
  type: string;
  tag: string;
  isHashed: boolean;
  encoded: Map<Encoding, Promise<Buffer>>;
};

export type StaticFiles = {
  /** The text of `index.html`, or nothing when the app was not built. */
  index: string | undefined;
  has(path: string): boolean;
  /** The content of a file that a page is made from. */
  text(path: string): string | undefined;
  send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
const compressible = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt']);
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export const typeOf = (path: string) => types[extname(path).toLowerCase()] ?? 'application/octet-stream';

/** Reads the folders into memory once. Each file is compressed at its first request. */
export const loadStaticFiles = (...directories: string[]): StaticFiles => {
  const files = new Map<string, File>();
  for (const directory of directories.filter(existsSync)) {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(relative(directory, path).split(sep).join('/'), readFile(path));
    }
  }
  return {
    index: files.get('index.html')?.body.toString('utf8'),
    text: path => files.get(path)?.body.toString('utf8'),
    has: path => path !== 'index.html' && files.has(path),
    async send(path, request, reply) {
      const file = files.get(path);
      if (!file) return reply.callNotFound();
      reply.header('etag', file.tag).header('vary', 'Accept-Encoding').type(file.type);
      // A hash in the name means that other content has another name.
      reply.header(
        'cache-control',
        file.isHashed ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      );
      if (request.headers['if-none-match'] === file.tag) return reply.code(304).send();
      const encoding = compressible.has(extname(path))
        ? preferred(request.headers['accept-encoding'])
        : 'identity';
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.send(await encode(file, encoding));
    },
  };
};

const readFile = (path: string): File => {
  const body = readFileSync(path);
  return {
    body,
    type: typeOf(path),
    tag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    isHashed: /-[\w-]{8,}\.\w+$/.test(path) && path.includes(`${sep}assets${sep}`),
    encoded: new Map(),
  };
};

const preferred = (accepted: unknown): Encoding => {
  const encodings = String(accepted ?? '');
  return /\bbr\b/.test(encodings) ? 'br' : /\bgzip\b/.test(encodings) ? 'gzip' : 'identity';
};

const encode = (file: File, encoding: Encoding) => {
  if (encoding === 'identity') return file.body;
  const known = file.encoded.get(encoding);
  if (known) return known;
  const encoded =
    encoding === 'br'
      ? brotli(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : gzipped(file.body, { level: 9 });
  file.encoded.set(encoding, encoded);
  return encoded;
};
