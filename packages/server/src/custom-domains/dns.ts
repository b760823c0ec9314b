import { Resolver } from 'node:dns/promises';

export type Dns = ReturnType<typeof createDns>;

const noSuchRecord = new Set(['ENODATA', 'ENOTFOUND']);

/** Asks DNS. No record is an empty list; silence or a failure of DNS itself, which says nothing, throws. */
export const createDns = (server: string | undefined) => {
  const ask = async <Found>(question: (resolver: Resolver) => Promise<Found[]>): Promise<Found[]> => {
    // A new one each time, because a resolver remembers answers, and its owner may just have changed the record.
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    if (server) resolver.setServers([server]);
    try {
      return await question(resolver);
    } catch (error) {
      if (noSuchRecord.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  };
  return {
    cname: (name: string) => ask(resolver => resolver.resolveCname(name)),
    txt: async (name: string) =>
      (await ask(resolver => resolver.resolveTxt(name))).map(parts => parts.join('')),
    async addresses(name: string) {
      const [four, six] = await Promise.all([
        ask(resolver => resolver.resolve4(name)),
        ask(resolver => resolver.resolve6(name)),
      ]);
      return [...four, ...six];
    },
  };
};
