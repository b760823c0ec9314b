/** What the server knows when it sends the page. Absent where the pages are plain files. */
export type PageData = {
  edition: 'oss' | 'cloud';
  /** Whether the page has the origin of the console, and with it its session. */
  isConsole: boolean;
  adminEndpoint: string;
  tenantEndpoint: string;
  console: string;
  managementAudience: string;
  meAudience: string;
  cloudAudience: string;
};

export const pageData = (): PageData | undefined => {
  const text = document.getElementById('gatehouse-reference')?.textContent;
  return text ? JSON.parse(text) : undefined;
};
