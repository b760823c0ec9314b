addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const page = document.documentElement;
  // What is written into an element leaves out its own attributes, and with them the direction of the text.
  const written = new DOMParser().parseFromString(data.html, 'text/html').documentElement;
  for (const name of ['dir', 'lang']) page.setAttribute(name, written.getAttribute(name) ?? '');
  page.innerHTML = data.html;
});
// Links are shown, not followed.
addEventListener('click', event => event.preventDefault(), true);
parent.postMessage('ready', '*');
