import type { ServerResponse } from 'node:http';
import { generateState } from '@gatehouse/contract/ids.ts';

export const generateRequestId = () => generateState(16);

/** No inline scripts or styles anywhere; data travels as `<script type="application/json">`, which is not run. */
export const contentSecurityPolicy = ({
  connect = [],
  script = [],
  style = [],
  frame = [],
  isPreview = false,
}: {
  connect?: readonly string[];
  script?: readonly string[];
  style?: readonly string[];
  frame?: readonly string[];
  /** Shown in a frame with a separate origin, and cut off from every server. */
  isPreview?: boolean;
} = {}) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    // Logos and avatars come from wherever people keep them.
    "img-src 'self' data: https: http:",
    "font-src 'self' data:",
    isPreview ? "connect-src 'none'" : `connect-src ${["'self'", ...connect].join(' ')}`,
    ...(isPreview ? ["form-action 'none'"] : []),
    ...(frame.length > 0 ? [`frame-src ${frame.join(' ')}`] : []),
    "object-src 'none'",
    "base-uri 'self'",
    isPreview ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
  ].join('; ');

const pagePolicy = contentSecurityPolicy();

/**
 * Isolates our applications from the page that opened their window. No page of a sign-in may do so, not even a
 * redirect: applications open it in a popup and wait for it to return.
 */
export const openerPolicy = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };

/** On every answer, also those of the provider. Pages that need another policy set their own. */
export const setSecurityHeaders = (response: ServerResponse, isSecure: boolean) => {
  response.setHeader('content-security-policy', pagePolicy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  response.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  if (isSecure) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
};
