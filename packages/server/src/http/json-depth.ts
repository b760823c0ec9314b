const maximumDepth = 64;

/**
 * Whether a JSON text opens more brackets than anybody needs. Parsing such a text is harmless, but whoever walks the
 * value afterwards, by schema, to print it, in the database, runs out of stack.
 */
export const isTooDeep = (text: string) => {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInText) {
      if (character === '\\') index += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maximumDepth) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
};
