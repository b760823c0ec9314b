/** The tenant that was open in the console when it led here. The server fills its address into the samples. */
export const openTenant = () => new URLSearchParams(window.location.search).get('tenant');

/** Links to other pages of the reference lead to the same tenant. */
export const keepTenant = () => {
  const tenant = openTenant();
  if (!tenant) return;
  const follow = (event: Event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/api/docs"]');
    if (!link) return;
    const address = new URL(link.href);
    address.searchParams.set('tenant', tenant);
    link.href = address.href;
  };
  // Before the link is followed, however the reader opens it.
  for (const name of ['click', 'auxclick', 'contextmenu']) document.addEventListener(name, follow, true);
};
