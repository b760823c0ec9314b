import type { IncomingMessage } from 'node:http';
/**
 * The only protocol that a connection may change to. Any other, HTTP/2 above all, would let a client send the origin
 * requests that nobody looks at; the header is ignored then (RFC 9110 section 7.8).
 */
export const isWebSocket = ({ headers }: IncomingMessage) =>
  headers.upgrade?.trim().toLowerCase() === 'websocket';
