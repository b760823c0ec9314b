import english from './en/errors.json' with { type: 'json' };

/** The English message of an error code: what happened, then what to do. Filled-in values are set in italics. */
export const errorMessage = (code: string) => {
  const parts = code.split('.');
  const find = (path: readonly string[]) =>
    path.reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], english);
  const message = find(parts) ?? find([...parts.slice(0, -1), `${parts.at(-1)}_other`]);
  return String(message).replace(/\{\{\s*(\w+)\s*\}\}/g, '*$1*');
};
