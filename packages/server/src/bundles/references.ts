import { RequestError } from '../request-error.ts';

/** Finds the slug of an object by its ID and the other way round, for each kind. */
export type References = {
  add(kind: string, id: string, slug: string): void;
  slugOf(kind: string, id: string): string | undefined;
  /** Throws an error that names the reference. */
  idOf(kind: string, slug: string): string;
};

export const createReferences = (): References => {
  const slugs = new Map<string, string>();
  const ids = new Map<string, string>();
  return {
    add(kind, id, slug) {
      slugs.set(`${kind}/${id}`, slug);
      ids.set(`${kind}/${slug}`, id);
    },
    slugOf: (kind, id) => slugs.get(`${kind}/${id}`),
    idOf(kind, slug) {
      const id = ids.get(`${kind}/${slug}`);
      if (id === undefined) throw unknownReference(kind, slug);
      return id;
    },
  };
};

export const unknownReference = (kind: string, slug: string, path?: string) =>
  new RequestError('bundle.unknown_reference', { data: { kind, name: slug, ...(path ? { path } : {}) } });
