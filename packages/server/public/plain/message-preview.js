addEventListener('message', ({ source, data }) => {
  if (source === parent && typeof data?.html === 'string') document.documentElement.innerHTML = data.html;
});
// Links are shown, not followed.
addEventListener('click', event => event.preventDefault(), true);
parent.postMessage('ready', '*');
