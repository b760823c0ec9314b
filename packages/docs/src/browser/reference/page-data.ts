/** Data the server adds to the page. Absent if the pages are static files. */
export type PageData = {
  edition: 'oss' | 'cloud';
  /** Whether the page is on the origin of the console, and so shares its session. */
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
