import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

type Entry = { path: string; bytes: Buffer; size?: number; count?: number };

/** An archive whose directory can say anything about its entries. */
const archiveOf = (entries: readonly Entry[]) => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes, size = bytes.length, count = 1 } of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const central = Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, Buffer.alloc(14), name]);
    central.writeUInt32LE(offset, 42);
    for (let index = 0; index < count; index += 1) directory.push(central);
    parts.push(Buffer.from('504b0304', 'hex'), facts, name, packed);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
  end.writeUInt16LE(directory.length % 65_536, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
};

const send = async (bytes: Buffer) => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'tenant.zip', { type: 'application/zip' }));
  const startedAt = performance.now();
  const response = await fetch(`${app.env.ENDPOINT}/api/bundle/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.token}` },
    body: form,
  });
  return {
    status: response.status,
    body: await response.json(),
    milliseconds: performance.now() - startedAt,
  };
};

const text = Buffer.from('name: Clerk\ndescription: Handles orders\n');
const zeros = Buffer.alloc(300 * 1024 * 1024);

test('an archive is read as the folder that was packed, with or without the folder itself', async () => {
  const inside = [{ path: 'roles/clerk.yaml', text: text.toString() }];
  expect((await send(archiveOf([{ path: 'roles/clerk.yaml', bytes: text }]))).body.files).toEqual(inside);
  const packed = archiveOf([
    { path: 'tenant-main/README.md', bytes: text },
    { path: 'tenant-main/.github/workflows/tenant.yaml', bytes: text },
    { path: 'tenant-main/roles/clerk.yaml', bytes: text },
  ]);
  expect((await send(packed)).body.files).toEqual(inside);
});

test.each<[string, Entry[], string]>([
  ['a path that leads out', [{ path: '../roles/clerk.yaml', bytes: text }], 'bundle.invalid_archive'],
  ['a path from the root', [{ path: '/roles/clerk.yaml', bytes: text }], 'bundle.invalid_archive'],
  [
    'a path that leads out, of a file that is left alone',
    [
      { path: 'roles/clerk.yaml', bytes: text },
      { path: 'roles/../../x.txt', bytes: text },
    ],
    'bundle.invalid_archive',
  ],
  ['a file of no kind', [{ path: 'people/ada.yaml', bytes: text }], 'bundle.unknown_file'],
  ['an entry of 300 MB', [{ path: 'roles/clerk.yaml', bytes: zeros }], 'bundle.invalid_archive'],
  [
    'an entry of 300 MB that announces 100 bytes',
    [{ path: 'roles/clerk.yaml', bytes: zeros, size: 100 }],
    'bundle.invalid_archive',
  ],
  [
    'many entries in the same place',
    [{ path: 'roles/clerk.yaml', bytes: Buffer.alloc(1024 * 1024), count: 9000 }],
    'bundle.invalid_archive',
  ],
  ['the same file twice', [{ path: 'roles/clerk.yaml', bytes: text, count: 2 }], 'bundle.invalid_archive'],
  [
    'text that is no UTF-8',
    [{ path: 'roles/clerk.yaml', bytes: Buffer.from([0xc3, 0x28]) }],
    'bundle.invalid_archive',
  ],
  ['nothing of a bundle', [{ path: 'README.md', bytes: text }], 'bundle.invalid_archive'],
])('%s is refused before it costs anything', async (_, entries, code) => {
  const archive = archiveOf(entries);
  const before = process.memoryUsage().rss;
  const { status, body, milliseconds } = await send(archive);
  expect({ status, code: body.code }).toEqual({ status: 422, code });
  expect(milliseconds).toBeLessThan(2000);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('an archive that is too long, or is none, is refused', async () => {
  expect((await send(Buffer.alloc(9 * 1024 * 1024))).body.code).toBe('guard.file_size_exceeded');
  expect((await send(Buffer.from('name: Clerk'))).body.code).toBe('guard.mime_type_not_allowed');
});
