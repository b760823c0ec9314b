import type { PersonExport } from './person-export.ts';
/** One object whose `parts` are lists, an item on each line. */
export async function* writeJson({ head, parts }: PersonExport) {
  yield `${JSON.stringify(head).slice(0, -1)},"parts":{`;
  let separator = '\n';
  for (const { name, items } of parts) {
    yield `${separator}${JSON.stringify(name)}:[`;
    let comma = '\n';
    for await (const item of items) {
      yield `${comma}${JSON.stringify(item)}`;
      comma = ',\n';
    }
    yield ']';
    separator = ',\n';
  }
  yield '\n}}\n';
}
