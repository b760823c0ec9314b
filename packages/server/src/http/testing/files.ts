/** The beginning of a PNG file: enough to be taken for one. */
export const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Sends a file the way a form does. */
export const sendFile = async (
  url: string,
  content: Buffer | string,
  { field = 'file', token, cookie }: { field?: string; token?: string; cookie?: string } = {},
) => {
  const form = new FormData();
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  form.set(field, new File([bytes], 'logo.png', { type: 'image/png' }));
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
    },
  });
  return { status: response.status, body: await response.json() };
};
