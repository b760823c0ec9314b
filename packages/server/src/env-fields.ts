import { isIP } from 'node:net';
import { z } from 'zod';

export const port = z.coerce
  .number<string>('a port number')
  .int('a port number')
  .min(0, 'a port from 0 to 65535')
  .max(65535, 'a port from 0 to 65535');
export const origin = z
  .url({ protocol: /^https?$/, error: 'an http or https address' })
  .transform(address => address.replace(/\/+$/, ''));
export const secretKey = z
  .base64('32 bytes in base64, as from `openssl rand -base64 32`')
  .refine(
    key => Buffer.from(key, 'base64').length === 32,
    '32 bytes in base64, as from `openssl rand -base64 32`',
  );
export const flag = z
  .enum(['true', 'false', '1', '0'], 'true or false')
  .transform(value => value === 'true' || value === '1');

const hops = /^\d{1,2}$/;
/** The number of proxies in front of the server, or their addresses. */
export const proxies = z
  .string()
  .transform((text): number | string[] => {
    if (text === 'true' || text === 'false') return text === 'true' ? 1 : 0;
    return hops.test(text) ? Number(text) : text.split(',').map(range => range.trim());
  })
  .refine(setting => typeof setting === 'number' || setting.every(isAddressRange), {
    error: 'a number of proxies, or addresses and ranges such as 10.0.0.0/8 with commas between them',
  });
const isAddressRange = (range: string) => {
  const [network = '', bits, ...more] = range.split('/');
  const family = isIP(network);
  if (family === 0 || more.length) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

export const wholeDays = z.coerce.number<string>('a whole number of days').int('a whole number of days');

export const hostName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9_.-]+$|^\[[0-9a-f:]+\]$/, 'host names');

export const headerName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z\d-]*$/, 'the name of a header')
  .transform(name => name.toLowerCase())
  .optional();

export const postgresql = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'an address that begins with postgres://',
});

/** Several of them, with commas between them. */
export const listOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform(text =>
      text
        .split(',')
        .map(entry => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
