import { headers } from '@gatehouse/contract/dialect.ts';
import { defaultPageSize, type Page, paging, type Row, sortsOf } from '@gatehouse/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { RequestError } from '../request-error.ts';
import { violationsOf } from './parse.ts';

export type PageRequest = { number: number; size: number; offset: number };

/** Absent when the row has no pages, or leaves it to the caller and the caller asks for everything. */
export const parsePage = (row: Row, query: unknown): PageRequest | undefined => {
  if (!row.paging) return undefined;
  const parsed = paging.safeParse(query);
  if (!parsed.success) {
    throw new RequestError('guard.invalid_pagination', {
      violations: violationsOf(parsed.error, query, 'query'),
    });
  }
  const { page, page_size: pageSize } = parsed.data;
  if (row.paging === 'onRequest' && page === undefined && pageSize === undefined) return undefined;
  const number = page ?? 1;
  const size = pageSize ?? defaultPageSize;
  return { number, size, offset: (number - 1) * size };
};

/** The order that the caller asks for; absent when they leave it to the row. */
export const parseSort = (row: Row, query: unknown): string | undefined => {
  if (!row.sort) return undefined;
  const parsed = z.object({ sort: z.enum(sortsOf(row)).optional() }).safeParse(query);
  if (parsed.success) return parsed.data.sort;
  throw new RequestError('guard.invalid_input', { violations: violationsOf(parsed.error, query, 'query') });
};

/**
 * `Total-Number`, and `Link` with the neighboring pages (RFC 8288). The rest of the query is kept. If counting was
 * capped, there is a next page as long as this one is full, and no last one.
 */
export const setPageHeaders = (
  reply: FastifyReply,
  address: URL,
  { items, total, isCapped }: Page<unknown>,
  page: PageRequest | undefined,
) => {
  reply.header(headers.totalNumber, total);
  if (isCapped) reply.header(headers.totalNumberIsCapped, 'true');
  if (!page) return;
  const last = Math.max(1, Math.ceil(total / page.size));
  const isFull = Array.isArray(items) && items.length === page.size;
  const hasNext = isCapped ? isFull : page.number < last;
  const link = (number: number, rel: string) => {
    const url = new URL(address);
    url.searchParams.set('page', String(number));
    url.searchParams.set('page_size', String(page.size));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    link(1, 'first'),
    ...(page.number > 1 ? [link(page.number - 1, 'prev')] : []),
    ...(hasNext ? [link(page.number + 1, 'next')] : []),
    ...(isCapped ? [] : [link(last, 'last')]),
  ];
  reply.header('link', links.join(', '));
};
