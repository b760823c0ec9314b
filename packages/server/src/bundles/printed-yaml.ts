/** The lines of a file, without blank ones and comments. */
type Line = { indent: number; text: string };

/** A value that spans no more than its line. */
type Scalar = { value: unknown };

/** Thrown for everything else: the parser of YAML reads the file then. */
class UnusualLine extends Error {}

const keyAndRest = /^([A-Za-z_][\w-]*|"[\w:/.@ -]+"):(?: (.+))?$/;

/** Plain texts that no rule of YAML reads as anything else. */
const plainText = /^(?:https?:\/\/)?[A-Za-z_/][\w/.@()+-]*(?:[: ](?=[\w/.@()+])[\w/.@()+-]+)*$/;
const reserved = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;
const quotedText = /^"(?:[^"\\\p{Cc}]|\\["\\nt])*"$/u;

const words = new Map<string, () => unknown>([
  ['null', () => null],
  ['true', () => true],
  ['false', () => false],
  ['[]', () => []],
  ['{}', () => ({})],
]);

const readScalar = (text: string): Scalar => {
  const word = words.get(text);
  if (word) return { value: word() };
  if (wholeNumber.test(text)) return { value: Number(text) };
  if (quotedText.test(text)) return { value: JSON.parse(text) };
  if (plainText.test(text) && !reserved.test(text)) return { value: text };
  throw new UnusualLine();
};

const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  for (const raw of text.split('\n')) {
    if (raw === '' || raw.startsWith('#')) continue;
    const indent = raw.search(/[^ ]/);
    if (indent < 0 || raw[indent] === '#') throw new UnusualLine();
    lines.push({ indent, text: raw.slice(indent) });
  }
  return lines;
};

/** Deeper than files are printed; the parser says what is wrong. */
const deepest = 20;

/**
 * Reads a file that is written as this server prints it, many times faster than a parser of all of YAML; undefined for
 * every other file. It never reads a file differently than the parser does.
 */
export const readPrinted = (text: string): { value: unknown } | undefined => {
  try {
    const lines = linesOf(text);
    if (!lines.length) return undefined;
    let next = 0;

    const readBlock = (indent: number): unknown => {
      if (indent > deepest * 2) throw new UnusualLine();
      return lines[next]!.text.startsWith('- ') ? readList(indent) : readMap(indent);
    };

    const readList = (indent: number) => {
      const items: unknown[] = [];
      for (
        let line = lines[next];
        line?.indent === indent && line.text.startsWith('- ');
        line = lines[next]
      ) {
        const rest = line.text.slice(2);
        if (keyAndRest.test(rest) && !quotedText.test(rest)) {
          // The first key of a map shares the line of its dash.
          lines[next] = { indent: indent + 2, text: rest };
          items.push(readMap(indent + 2));
        } else {
          next += 1;
          items.push(readScalar(rest).value);
        }
      }
      return items;
    };

    const readMap = (indent: number) => {
      const map: Record<string, unknown> = {};
      for (
        let line = lines[next];
        line?.indent === indent && !line.text.startsWith('- ');
        line = lines[next]
      ) {
        const [, written = '', rest] = keyAndRest.exec(line.text) ?? [];
        const key = written.startsWith('"') ? written.slice(1, -1) : written;
        if (!key || reserved.test(key) || key === '__proto__' || Object.hasOwn(map, key))
          throw new UnusualLine();
        next += 1;
        if (rest !== undefined) map[key] = readScalar(rest).value;
        else if (lines[next]?.indent === indent + 2) map[key] = readBlock(indent + 2);
        else throw new UnusualLine();
      }
      return map;
    };

    const value = readMap(0);
    return next === lines.length ? { value } : undefined;
  } catch (error) {
    if (error instanceof UnusualLine) return undefined;
    throw error;
  }
};
