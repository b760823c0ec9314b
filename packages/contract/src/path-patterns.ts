/** Says whether a path matches somewhere. */
export type PathPattern = (path: string) => boolean;

type Test = (character: string) => boolean;
type Node =
  | { kind: 'character'; test: Test }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'choice'; options: Node[] }
  | { kind: 'repeat'; part: Node; least: number; most: number };
type Step =
  | { kind: 'character'; test: Test }
  | { kind: 'start' | 'end' | 'match' }
  | { kind: 'fork'; to: [number, number] };

const maximumLength = 256;
const maximumSteps = 500;

/**
 * A regular expression for paths, without look-around and back-references: it is run by following all of its ways at
 * once, so that the time depends on the lengths of the pattern and the path and on nothing else. The patterns are a
 * tenant's and are tried at every request. `undefined`: it cannot be used.
 */
export const parsePathPattern = (text: string): PathPattern | undefined => {
  if (text.length > maximumLength) return undefined;
  try {
    const steps = compile(parse(text));
    return path => run(steps, path);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const classes: Record<string, Test> = {
  d: character => /\d/.test(character),
  w: character => /\w/.test(character),
  s: character => /\s/.test(character),
};
const not =
  (test: Test): Test =>
  character =>
    !test(character);

const casesOf = (character: string) => [character, character.toLowerCase(), character.toUpperCase()];

/** Many servers read paths without regard to case, so a rule does too: it must not be open to another spelling. */
const same = (character: string): Test => {
  const cases = casesOf(character);
  return given => casesOf(given).some(spelling => cases.includes(spelling));
};

/** Reads a pattern from its beginning to its end. */
const createReader = (text: string) => {
  let position = 0;
  const refuse = (): never => {
    throw new SyntaxError(`unexpected at ${position}`);
  };
  return {
    refuse,
    take(token: string) {
      if (!text.startsWith(token, position)) return false;
      position += token.length;
      return true;
    },
    /** Takes what a pattern finds right here. */
    takeMatch(expected: RegExp) {
      const found = expected.exec(text.slice(position)) ?? refuse();
      position += found[0].length;
      return found;
    },
    next: () => text[position++] ?? refuse(),
    /** The character that comes next, or one of those after it. */
    peek: (ahead = 0) => text[position + ahead],
    isAtEnd: () => position === text.length,
  };
};
type Reader = ReturnType<typeof createReader>;

/** Reads the part after a backslash: a character class, or a character that would otherwise be special. */
const readEscaped = ({ next, refuse }: Reader): { test: Test; literal?: string } => {
  const character = next();
  const known = classes[character.toLowerCase()];
  if (known) return { test: character === character.toLowerCase() ? known : not(known) };
  if (/[A-Za-z0-9]/.test(character)) refuse();
  return { test: same(character), literal: character };
};

const readClassMember = (reader: Reader) => {
  if (reader.take('\\')) return readEscaped(reader);
  const character = reader.next();
  return { test: same(character), literal: character };
};

/** Reads a character set, from the opening bracket up to the closing one. */
const readBracket = (reader: Reader): Test => {
  const { take, peek, refuse } = reader;
  const isNegated = take('^');
  const tests: Test[] = [];
  while (!take(']')) {
    const { test, literal: from } = readClassMember(reader);
    const isRange = peek() === '-' && peek(1) !== ']';
    if (!isRange) {
      tests.push(test);
      continue;
    }
    take('-');
    const { literal: to } = readClassMember(reader);
    if (from === undefined || to === undefined || from > to) return refuse();
    tests.push(character => casesOf(character).some(given => given >= from && given <= to));
  }
  const isMember: Test = character => tests.some(test => test(character));
  return isNegated ? not(isMember) : isMember;
};

/** Reads the quantifier of the previous part. Undefined if there is none. */
const readTimes = ({ take, takeMatch, peek, refuse }: Reader): [number, number] | undefined => {
  if (take('*')) return [0, Number.POSITIVE_INFINITY];
  if (take('+')) return [1, Number.POSITIVE_INFINITY];
  if (take('?')) return [0, 1];
  if (peek() !== '{') return undefined;
  const [, least = '', comma, most] = takeMatch(/^\{(\d{1,3})(,(\d{1,3})?)?\}/);
  if (comma === undefined) return [Number(least), Number(least)];
  const end = most === undefined ? Number.POSITIVE_INFINITY : Number(most);
  return end < Number(least) ? refuse() : [Number(least), end];
};

const readAtom = (reader: Reader): Node => {
  const { take, peek, next, refuse } = reader;
  if (take('(?:') || (peek(1) !== '?' && take('('))) {
    const inner = readChoice(reader);
    return take(')') ? inner : refuse();
  }
  if (take('^')) return { kind: 'start' };
  if (take('$')) return { kind: 'end' };
  if (take('.')) return { kind: 'character', test: () => true };
  if (take('[')) return { kind: 'character', test: readBracket(reader) };
  if (take('\\')) return { kind: 'character', test: readEscaped(reader).test };
  const character = next();
  if ('*+?{}()]'.includes(character)) refuse();
  return { kind: 'character', test: same(character) };
};

const readSequence = (reader: Reader): Node => {
  const { take, peek, isAtEnd } = reader;
  const parts: Node[] = [];
  while (!isAtEnd() && peek() !== '|' && peek() !== ')') {
    const part = readAtom(reader);
    const found = readTimes(reader);
    // A lazy quantifier matches the same texts as a greedy one.
    if (found) take('?');
    parts.push(found ? { kind: 'repeat', part, least: found[0], most: found[1] } : part);
  }
  return { kind: 'sequence', parts };
};

const readChoice = (reader: Reader): Node => {
  const options = [readSequence(reader)];
  while (reader.take('|')) options.push(readSequence(reader));
  return { kind: 'choice', options };
};

const parse = (text: string) => {
  const reader = createReader(text);
  const whole = readChoice(reader);
  return reader.isAtEnd() ? whole : reader.refuse();
};

const compile = (whole: Node): Step[] => {
  const steps: Step[] = [];
  const push = (step: Step) => {
    if (steps.length >= maximumSteps) throw new SyntaxError('too long');
    return steps.push(step) - 1;
  };
  const fork = (): [number, number] => {
    const to: [number, number] = [steps.length + 1, steps.length + 1];
    push({ kind: 'fork', to });
    return to;
  };
  const emit = (node: Node): void => {
    if (node.kind === 'sequence') for (const part of node.parts) emit(part);
    else if (node.kind === 'choice') emitChoice(node.options);
    else if (node.kind === 'repeat') emitRepeat(node);
    else push(node);
  };
  const emitChoice = ([first, ...others]: Node[]): void => {
    if (!first) return;
    if (others.length === 0) {
      emit(first);
      return;
    }
    const way = fork();
    emit(first);
    const end = fork();
    way[1] = steps.length;
    emitChoice(others);
    end[0] = end[1] = steps.length;
  };
  const emitRepeat = ({ part, least, most }: Extract<Node, { kind: 'repeat' }>) => {
    for (let count = 0; count < least; count += 1) emit(part);
    if (most === Number.POSITIVE_INFINITY) {
      const begin = steps.length;
      const way = fork();
      emit(part);
      push({ kind: 'fork', to: [begin, begin] });
      way[1] = steps.length;
      return;
    }
    const ways: [number, number][] = [];
    for (let count = least; count < most; count += 1) {
      ways.push(fork());
      emit(part);
    }
    for (const way of ways) way[1] = steps.length;
  };
  emit(whole);
  push({ kind: 'match' });
  return steps;
};

const run = (steps: Step[], path: string) => {
  const seenAt = new Int32Array(steps.length).fill(-1);
  /** All steps that wait for a character, from one step on; `true` when the end is among them. */
  const reach = (from: number, position: number, waiting: number[]): boolean => {
    const open = [from];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seenAt[index] === position) continue;
      seenAt[index] = position;
      const step = steps[index]!;
      if (step.kind === 'match') return true;
      if (step.kind === 'character') waiting.push(index);
      else if (step.kind === 'fork') open.push(...step.to);
      else if (position === (step.kind === 'start' ? 0 : path.length)) open.push(index + 1);
    }
    return false;
  };
  let waiting: number[] = [];
  for (let position = 0; position <= path.length; position += 1) {
    if (reach(0, position, waiting)) return true;
    const character = path[position];
    if (character === undefined) return false;
    const following: number[] = [];
    for (const index of waiting) {
      const step = steps[index]!;
      if (step.kind !== 'character' || !step.test(character)) continue;
      if (reach(index + 1, position + 1, following)) return true;
    }
    waiting = following;
  }
  return false;
};
