const longest = 64;

/** `Our shop (EU)` is `our-shop-eu`. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/[^\w-]/g, '')
    .replace(/^-+/, '')
    .slice(0, longest)
    .replace(/-+$/, '');

/** A slug that none of the taken ones is: a number makes the difference. */
export const freeSlug = (name: string, taken: ReadonlySet<string>) => {
  const slug = slugOf(name) || 'unnamed';
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
};

type Object = { id: string; name: string; key: string; isBuiltIn?: boolean };

/**
 * The slug of each object. A file that is new adopts the object with the same key that has no file: moving a file keeps
 * the object, and so does the first apply to a tenant that was set up manually.
 */
export const assignSlugs = (
  objects: readonly Object[],
  known: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
) => {
  const slugs = new Map(objects.flatMap(({ id }) => (known.has(id) ? [[id, known.get(id)!] as const] : [])));
  const taken = new Set(slugs.values());
  const give = (id: string, slug: string) => {
    slugs.set(id, slug);
    taken.add(slug);
  };
  const adopt = (candidates: readonly Object[]) => {
    const byKey = Map.groupBy(candidates, ({ key }) => key);
    const newFiles = Map.groupBy(
      [...files].filter(([slug]) => !taken.has(slug)),
      ([, key]) => key,
    );
    for (const [key, [file, ...others]] of newFiles) {
      const [object, ...same] = byKey.get(key) ?? [];
      if (file && object && !others.length && !same.length) give(object.id, file[0]);
    }
  };
  for (const { id, name, isBuiltIn } of objects)
    if (isBuiltIn && !slugs.has(id)) give(id, freeSlug(name, taken));
  const own = objects.filter(({ isBuiltIn }) => !isBuiltIn);
  adopt(own.filter(({ id }) => !slugs.has(id)));
  for (const { id, name } of own) if (!slugs.has(id)) give(id, freeSlug(name, taken));
  adopt(own.filter(({ id }) => !files.has(slugs.get(id)!)));
  return slugs;
};
