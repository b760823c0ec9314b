const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopback = (url: string) => URL.canParse(url) && loopbackHosts.has(new URL(url).hostname);
