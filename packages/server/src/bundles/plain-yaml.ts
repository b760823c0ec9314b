/** The mistakes that are told before a parser sees the text. */
export type Unusual = { line: number; message: string };

/** Deeper than any file of a bundle. */
const deepest = 40;

/** The value is a block: what is below it and further in is text. */
const opensBlock = /(?:^|:\s+|-\s+)[|>][+-]?[1-9]?[+-]?\s*$/;

/** The value is written in brackets. */
const opensFlow = /(?:^\s*|:\s+|-\s+)[[{]/;

/** Keys that a question mark introduces can be objects. */
const blockKey = /^\s*(?:- )*\?(?:\s|$)/;
const flowKey = /(?:^|[{[,])\s*\?(?:\s|$)/;

const withoutQuotes = (line: string) =>
  line
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/'[^']*'/g, "''")
    .replace(/(?:^|\s)#.*$/, '');

/**
 * Finds parts of YAML that files of bundles never need and that cost a parser dearly: keys that are objects take twice as
 * long with each level, and nesting takes its memory.
 */
export const findUnusual = (text: string): Unusual | undefined => {
  let blockIndent: number | undefined;
  let flowDepth = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const indent = raw.length - raw.trimStart().length;
    if (blockIndent !== undefined && (raw.trim() === '' || indent > blockIndent)) continue;
    blockIndent = undefined;
    const line = withoutQuotes(raw);
    const refuse = (message: string) => ({ line: index + 1, message });
    if (/^%/.test(line)) return refuse('Directives are not supported.');
    const isFlow = flowDepth > 0 || opensFlow.test(line);
    if (blockKey.test(line) || (isFlow && flowKey.test(line))) return refuse('Keys must be plain words.');
    for (const character of isFlow ? line : '') {
      if (character === '[' || character === '{') flowDepth += 1;
      if (character === ']' || character === '}') flowDepth = Math.max(0, flowDepth - 1);
    }
    const levels = flowDepth + indent / 2 + (/^\s*((?:- )*)/.exec(line)?.[1]?.length ?? 0) / 2;
    if (levels > deepest) return refuse('The file is nested too deeply.');
    if (opensBlock.test(line.trimEnd())) blockIndent = indent;
  }
  return undefined;
};
