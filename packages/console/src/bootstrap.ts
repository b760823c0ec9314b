/** What the server knows when it hands the page out; inlined in index.html so that the first paint needs no request. */
export type Bootstrap = {
  edition: 'oss' | 'cloud';
  version: string;
  /** Where the tenant that the console manages answers (self-hosted). */
  tenantEndpoint: string;
  /** Where another tenant answers (cloud), and what its management API is called: with a placeholder for its id. */
  endpointPattern: string;
  audiencePattern: string;
  /** Where the console's own users sign in. */
  adminEndpoint: string;
  /** The fixed tenant of the self-hosted edition. */
  tenantId: string;
  hasAdministrator: boolean;
  /** Whether the first administrator has to show the code that the server printed. */
  needsSetupCode: boolean;
  /** Of a password for the console. */
  minimumPasswordLength: number;
  managementAudience: string;
  meAudience: string;
  cloudAudience: string;
  devFeatures: boolean;
  /** What the product is called here, and how to reach the people who run it. */
  brand: {
    name: string;
    supportEmail?: string;
    chatUrl?: string;
    issuesUrl?: string;
    callUrl?: string;
    releasesUrl?: string;
    termsUrl?: string;
    privacyUrl?: string;
  };
};

export const bootstrap: Bootstrap = JSON.parse(
  document.getElementById('gatehouse-bootstrap')?.textContent ?? '{}',
);

export const isCloud = bootstrap.edition === 'cloud';

/** The console lives under `/console` when self-hosted and at the root in the cloud. */
export const basePath = isCloud ? '' : '/console';
