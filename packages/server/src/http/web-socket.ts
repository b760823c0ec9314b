import type { IncomingMessage } from 'node:http';
/**
 * The only protocol that a connection can upgrade to. Any other, HTTP/2 above all, would let a client send unchecked
 * requests to the origin. The header is ignored then (RFC 9110 section 7.8).
 */
export const isWebSocket = ({ headers }: IncomingMessage) =>
  headers.upgrade?.trim().toLowerCase() === 'websocket';
