import type { Row } from '@gatehouse/contract/endpoint.ts';
import { send } from '../api.ts';
import type { Input } from '../request.ts';

/** Asks for a row whose answer is a file, and hands it to the browser to keep. */
export const saveFile = async <R extends Row & { file: readonly string[] }>(
  row: R,
  input: Input<R>,
  name: string,
) => {
  keepFile((await send(row, input)) as Blob, name);
};

/** Hands a file to the browser to keep. */
export const keepFile = (file: Blob, name: string) => {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
};
