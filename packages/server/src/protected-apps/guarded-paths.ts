import type { Site } from './sites.ts';

const longestPath = 2048;

/** Whether a path requires sign-in. Unreadable and overlong paths do. */
export const isGuarded = ({ guarded }: Site, path: string) => {
  if (guarded.length === 0 || path.length > longestPath) return true;
  const spellings = spellingsOf(path);
  return !spellings || spellings.some(spelling => guarded.some(matches => matches(spelling)));
};

/**
 * The path as sent, and as a server might read it: decoded, with dots, double slashes, backslashes and parameters (RFC
 * 3986 section 3.3) resolved. Other spellings of a path match the same rules.
 */
const spellingsOf = (path: string) => {
  const spellings = [path];
  for (let current = path, depth = 0; depth < 4; depth += 1) {
    const decoded = decode(current);
    if (decoded === undefined) return undefined;
    spellings.push(resolveDots(decoded), resolveDots(decoded.replace(/;[^/]*/g, '')));
    if (decoded === current) break;
    current = decoded;
  }
  return [...new Set(spellings)];
};

const decode = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

const resolveDots = (path: string) => {
  const kept: string[] = [];
  const parts = path.replaceAll('\\', '/').split('/');
  for (const part of parts) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  const isFolder = ['', '.', '..'].includes(parts.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
};
