const longest = 64;

/** `Our shop (EU)` is `our-shop-eu`. */
export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/[^\w-]/g, '')
    .slice(0, longest)
    .replace(/-+$/, '');

/** A slug that none of the taken ones is: a number makes the difference. */
export const freeSlug = (name: string, taken: ReadonlySet<string>) => {
  const slug = slugOf(name) || 'unnamed';
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
};
