const loading = new Map<string, Promise<void>>();

/** Loads a third-party script once. A failed load can be retried. */
export const loadScript = (url: string) => {
  const known = loading.get(url);
  if (known) return known;
  const begun = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      loading.delete(url);
      reject(new Error(`${url} could not be loaded.`));
    };
    document.head.append(script);
  });
  loading.set(url, begun);
  return begun;
};
