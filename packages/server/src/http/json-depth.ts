const maximumDepth = 64;

/**
 * Whether a JSON text nests deeper than any request needs. Parsing such a text is harmless, but walking the value
 * afterwards (schema, printing, database) overflows the stack.
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
