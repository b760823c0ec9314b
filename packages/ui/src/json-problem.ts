export type JsonProblem = {
  /** The position in characters from the beginning. */
  offset: number;
  line: number;
  column: number;
  kind: 'value' | 'key' | 'colon' | 'comma' | 'string' | 'rest';
};

class Found extends Error {
  readonly offset: number;
  readonly kind: JsonProblem['kind'];
  constructor(offset: number, kind: JsonProblem['kind']) {
    super(kind);
    this.offset = offset;
    this.kind = kind;
  }
}

const space = /[\t\n\r ]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const word = /(?:true|false|null)(?!\w)/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these may not stand in a string (RFC 8259 section 7)
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;

/**
 * Finds the position where a text stops being JSON, and the error there. Browsers report it differently, or not at
 * all.
 */
export const findJsonProblem = (text: string): JsonProblem | undefined => {
  let place = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = place;
    const length = pattern.exec(text)?.[0].length;
    if (length === undefined) return false;
    place += length;
    return true;
  };
  const takeSign = (sign: string) => {
    take(space);
    if (text[place] !== sign) return false;
    place += 1;
    return true;
  };
  const readString = (kind: JsonProblem['kind']) => {
    take(space);
    if (text[place] !== '"') throw new Found(place, kind);
    if (!take(string)) throw new Found(place, 'string');
  };
  const readItems = (end: string, readItem: () => void) => {
    if (takeSign(end)) return;
    do readItem();
    while (takeSign(','));
    if (!takeSign(end)) throw new Found(place, 'comma');
  };
  const readValue = () => {
    take(space);
    if (takeSign('{')) {
      return readItems('}', () => {
        readString('key');
        if (!takeSign(':')) throw new Found(place, 'colon');
        readValue();
      });
    }
    if (takeSign('[')) return readItems(']', readValue);
    if (text[place] === '"') return readString('value');
    if (!take(number) && !take(word)) throw new Found(place, 'value');
  };
  try {
    readValue();
    take(space);
    if (place < text.length) throw new Found(place, 'rest');
    return undefined;
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    return {
      offset: error.offset,
      kind: error.kind,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  }
};
