export type PastedPermission = { text: string; line: number; name: string; description: string | null };

/** One permission a line: its name, then after a comma, semicolon or tab what it allows. A header line is left out. */
export const parsePermissions = (pasted: string): PastedPermission[] =>
  pasted
    .split(/\r?\n/)
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, line }) => {
      const [, name = '', description = ''] = /^\s*([^,;\t]*)[,;\t]?(.*)$/.exec(text) ?? [];
      return { text, line, name: unquote(name), description: unquote(description) || null };
    })
    .filter(({ name }, index) => !(index === 0 && /^(name|permission|scope)$/i.test(name)));

const unquote = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"');
