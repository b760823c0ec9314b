import { CST, Lexer } from 'yaml';

/** The mistakes that are told before a parser sees the text. */
export type Unusual = { line: number; message: string };

/** Deeper than any file of a bundle. */
const deepest = 40;

const refused: Readonly<Partial<Record<CST.TokenType, string>>> = {
  'directive-line': 'Directives are not supported.',
  // Keys that are objects take the parser twice as long with each level.
  'explicit-key-ind': 'Keys must be plain words.',
  // They would let a small file grow without bounds.
  alias: 'Aliases are not supported.',
};

const deeper: readonly (CST.TokenType | null)[] = ['flow-map-start', 'flow-seq-start'];
const higher: readonly (CST.TokenType | null)[] = ['flow-map-end', 'flow-seq-end'];

/** Without these characters, and with few dashes and spaces, a text has none of what is looked for. */
const mayBeUnusual = (text: string) =>
  /[?*%[{]|^[ \t]{40}/m.test(text) || (text.match(/-(?=\s)/g) ?? []).length > deepest / 2;

/**
 * Finds parts of YAML that files of bundles never need and that cost a parser dearly. It looks at the tokens of the parser
 * itself: a reader of its own could be led to take a key for a part of a text.
 */
export const findUnusual = (text: string): Unusual | undefined => {
  // Most files are plain, and are read once.
  if (!mayBeUnusual(text)) return undefined;
  let line = 1;
  let brackets = 0;
  let indent = 0;
  let dashes = 0;
  let isLineStart = true;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    const message = type && refused[type];
    if (message) return { line, message };
    if (deeper.includes(type)) brackets += 1;
    if (higher.includes(type)) brackets -= 1;
    if (isLineStart) {
      indent = type === 'space' ? token.length : 0;
      dashes = 0;
    }
    if (type === 'seq-item-ind') dashes += 1;
    if (brackets + indent / 2 + dashes > deepest) return { line, message: 'The file is nested too deeply.' };
    isLineStart = token.endsWith('\n');
    line += token.split('\n').length - 1;
  }
  return undefined;
};
