import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A client that also reads again what is being read for the first time. The library lets such a read finish and shows
 * its answer, which the server may have given before the write.
 */
export class FreshQueryClient extends QueryClient {
  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ) {
    if (filters?.refetchType !== 'none') {
      const shown = this.getQueryCache().findAll({ ...filters, type: 'active' });
      const firstReads = shown.filter(query => query.state.data === undefined && !query.isDisabled());
      for (const query of firstReads) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}
